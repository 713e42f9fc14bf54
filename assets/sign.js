// A chapter's own address (xtask/src/signs.rs) leads to the chapter. What stands behind it goes along: the moment, and how it is shown.
(() => {
  const way = new URL(document.getElementById("way").href);
  for (const [name, value] of new URLSearchParams(location.search)) way.searchParams.set(name, value);
  way.hash = location.hash;
  location.replace(way.href);
})();
