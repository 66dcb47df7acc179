function follow() {
  const row = location.hash.includes("/") ? rowAt(location.hash.slice(1)) : undefined;
  if (row) showDetail(row);
  else if (dialog.open) dialog.close();
}

buildTable();
buildFilters();
refresh();
byId("close").addEventListener("click", () => dialog.close());
byId("earlier").addEventListener("click", () => step(-1));
byId("later").addEventListener("click", () => step(1));
dialog.addEventListener("close", leaveDetail);
window.addEventListener("hashchange", follow);
window.addEventListener("popstate", follow);
follow();
