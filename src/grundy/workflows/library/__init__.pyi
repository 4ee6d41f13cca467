from .evidence import claim_certificate as claim_certificate
