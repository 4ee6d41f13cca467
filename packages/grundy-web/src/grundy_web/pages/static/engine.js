// The one way to ask for a page or for data: of the server, or of Python in this window where there is no server.

/** Ask for an address as fetch does; `site/start.js` answers on a static site. */
export const ask = (address, options) => (globalThis.grundySite?.ask ?? fetch)(address, options);

/** Open another page. */
export const go = (address) => (globalThis.grundySite?.go ? globalThis.grundySite.go(address) : location.assign(address));
