// Runs before anything else of a page is read. It gives the page its address, the same as on a server, hides it if it is
// not the page that was asked for, and sees to it that listeners of a page end with it.
{
  const root = new URL("../", document.currentScript.src);
  const keyOf = ({ pathname, search }) => {
    const name = pathname.slice(root.pathname.length).replace(/(^|\/)(index\.html)?$/, "");
    const query = new URLSearchParams(search).toString();
    return query ? `${name}?${query}` : name;
  };
  const address = new URL(location.href);
  address.pathname = root.pathname + keyOf({ pathname: address.pathname, search: "" });
  history.replaceState(history.state, "", address); // a host adds a slash to the name of a folder
  document.querySelector("base")?.remove();
  const { dataset, classList } = document.documentElement;
  const PACK = "site/pages.bin";
  let packed = null;
  /** The pages as they were written, one in a line: its address and its text. */
  const pack = () => (packed ??= fetch(new URL(PACK, root)).then((answer) => new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text()));
  if (dataset.scene !== keyOf(address) && dataset.scene !== "waiting") {
    classList.add("arriving");
    if (!navigator.serviceWorker?.controller) pack().catch(() => {}); // later visits have the pages in the cache
  }

  const add = EventTarget.prototype.addEventListener;
  let ends = new AbortController();
  for (const at of [window, document]) {
    at.addEventListener = (kind, then, how) => {
      add.call(at, kind, then, { ...(typeof how === "object" ? how : { capture: Boolean(how) }), signal: ends.signal });
    };
  }
  const end = () => {
    ends.abort();
    ends = new AbortController();
  };
  self.grundySite = { root, keyOf, pack, end, listen: (at, kind, then, how) => add.call(at, kind, then, how) };
}
