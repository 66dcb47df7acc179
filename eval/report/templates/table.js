const several = data.labels.length > 1;

// A row is spelt out when it is looked at: of 20,000 few are.
class Row {
  constructor(raw, place) {
    this.raw = raw;
    this.place = place;
  }

  get task() { return data.tasks[this.raw[0]]; }
  get id() { return `${this.task}/${String(this.raw[1]).padStart(5, "0")}`; }
  get map() { return data.maps[this.raw[2]]; }
  get mapLevel() { return data.levels[this.raw[3]]; }
  get queryLevel() { return data.levels[this.raw[4]]; }
  get question() { return this.raw[5]; }

  get words() {
    if (this.searched === undefined) this.searched = `${this.id} ${this.map} ${this.question}`.toLowerCase();
    return this.searched;
  }

  get results() {
    if (this.spelt === undefined) {
      this.spelt = this.raw[6].map((one) => one && {
        outcome: data.outcomes[one[0]], right: one[1], pma: one[2], verified: one[3],
        seconds: one[4], calls: one[5], repairs: one[6], errors: one[7].map((each) => data.errors[each]),
      });
    }
    return this.spelt;
  }
}

const rows = data.rows.map((raw, place) => new Row(raw, place));

// Two data sets may have a sample of one id; the first one is found by it.
function placeOf(id) {
  const [name, index] = [id.slice(0, id.lastIndexOf("/")), Number(id.slice(id.lastIndexOf("/") + 1))];
  const task = data.tasks.indexOf(name);
  return data.rows.findIndex((raw) => raw[0] === task && raw[1] === index);
}

const LEVELS = ["", "easy", "medium", "hard"];
const columns = [
  { name: "sample", key: (row) => row.place, cell: (row) => element("a", { href: `#${address(row)}` }, row.id) },
  { name: "map", key: (row) => row.map, cell: (row) => row.map },
  { name: "map level", key: (row) => LEVELS.indexOf(row.mapLevel), cell: (row) => row.mapLevel || "-" },
  { name: "query level", key: (row) => LEVELS.indexOf(row.queryLevel), cell: (row) => row.queryLevel || "-" },
];
data.labels.forEach((label, run) => {
  const of = (name, key, cell, kind) => columns.push({
    name, run, kind,
    key: (row) => (row.results[run] ? key(row.results[run]) : null),
    cell: (row) => (row.results[run] ? cell(row.results[run]) : "-"),
  });
  of("outcome", (one) => one.outcome, (one) => one.outcome);
  of("answer", (one) => one.right, (one) => rightness(one.right));
  if (data.errors.length) of("errors", (one) => one.errors.join(", "), (one) => one.errors.join(", ") || "-");
  of("PMA", (one) => one.pma, (one) => share(one.pma), "num");
  of("verdict", (one) => (one.verified === null ? -1 : Number(one.verified)), (one) => verdict(one.verified));
  of("seconds", (one) => one.seconds, (one) => seconds(one.seconds), "num extra");
  of("calls", (one) => one.calls, (one) => one.calls, "num extra");
  of("repairs", (one) => one.repairs, (one) => one.repairs, "num extra");
});
columns.push({ name: "question", key: (row) => row.question, cell: (row) => row.question, kind: "question" });

const state = { page: 0, sort: 0, down: false, shown: rows };
const filters = byId("filters");

// The samples of one id follow each other; all but the first are told by their place.
function address(row) {
  const before = data.rows[row.place - 1];
  const first = !before || before[0] !== row.raw[0] || before[1] !== row.raw[1];
  return first ? row.id : `${row.id}@${row.place}`;
}

function rowAt(hash) {
  const [id, place] = decodeURIComponent(hash).split("@");
  const row = rows[place === undefined ? placeOf(id) : Number(place)];
  return row && row.id === id ? row : undefined;
}

function accepts(values) {
  const words = values.text.toLowerCase().split(/\s+/).filter(Boolean);
  const run = values.run === undefined || values.run === "" ? null : Number(values.run);
  const ofRun = (one) => one &&
    (!values.outcome || one.outcome === values.outcome) &&
    (!values.error || one.errors.includes(values.error)) &&
    (!values.verdict || String(one.verified) === values.verdict) &&
    (!values.answer || values.answer === "differ" || Boolean(one.right) === (values.answer === "right"));
  const ofRuns = run !== null || ["outcome", "error", "verdict", "answer"].some((name) => values[name]);
  return (row) => {
    if (values.task && row.task !== values.task) return false;
    if (values.map && row.map !== values.map) return false;
    if (values.map_level && row.mapLevel !== values.map_level) return false;
    if (values.query_level && row.queryLevel !== values.query_level) return false;
    if (!words.every((word) => row.words.includes(word))) return false;
    if (values.answer === "differ" && new Set(row.results.filter(Boolean).map((one) => one.right)).size < 2) return false;
    if (!ofRuns) return true;
    return run === null ? row.results.some(ofRun) : ofRun(row.results[run]);
  };
}

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return typeof a === "string" ? (a < b ? -1 : 1) : a - b;
}

function refresh() {
  const values = Object.fromEntries(new FormData(filters));
  const { key } = columns[state.sort];
  const sign = state.down ? -1 : 1;
  state.shown = rows.filter(accepts(values));
  if (state.sort || state.down) {
    const keyed = state.shown.map((row) => [key(row), row]);
    // What a run lacks comes last whichever way it is sorted.
    keyed.sort(([a, one], [b, other]) =>
      (a === null || b === null ? compare(a, b) : sign * compare(a, b)) || one.place - other.place);
    state.shown = keyed.map(([, row]) => row);
  }
  state.page = 0;
  byId("count").textContent = `${number.format(state.shown.length)} of ${number.format(rows.length)} samples`;
  showPage();
}

function showPage() {
  const size = Number(byId("size").value);
  const last = Math.max(0, Math.ceil(state.shown.length / size) - 1);
  state.page = Math.min(Math.max(state.page, 0), last);
  const shown = state.shown.slice(state.page * size, (state.page + 1) * size);
  byId("samples").tBodies[0].replaceChildren(...shown.map((row) =>
    element("tr", {}, columns.map((column, place) => place
      ? element("td", { class: column.kind }, column.cell(row))
      : element("th", { scope: "row" }, column.cell(row))))));
  byId("page").textContent = `Page ${number.format(state.page + 1)} of ${number.format(last + 1)}`;
  byId("previous").disabled = state.page === 0;
  byId("next").disabled = state.page === last;
  markSort();
}

function markSort() {
  byId("samples").querySelectorAll("thead th[data-column]").forEach((head) => {
    const sorted = Number(head.dataset.column) === state.sort;
    head.setAttribute("aria-sort", sorted ? (state.down ? "descending" : "ascending") : "none");
  });
}

function sortBy(place) {
  state.down = state.sort === place && !state.down;
  state.sort = place;
  refresh();
}

function buildTable() {
  const heads = columns.map((column, place) =>
    element("th", { scope: "col", "data-column": place, class: column.kind },
      element("button", { type: "button", click: () => sortBy(place) }, column.name)));
  const lines = [element("tr", {}, heads)];
  if (several) {
    const before = columns.findIndex((column) => column.run !== undefined);
    const each = (columns.length - 1 - before) / data.labels.length;
    // Print leaves the extra columns out, and their part of the heading with them.
    const extra = columns.filter((column) => column.run === 0 && column.kind && column.kind.includes("extra")).length;
    const groups = data.labels.map((label) => [
      element("th", { scope: "colgroup", colspan: each - extra }, label), element("td", { class: "extra", colspan: extra }),
    ]);
    lines.unshift(element("tr", {}, element("td", { colspan: before }), groups, element("td")));
  }
  byId("samples").tHead.replaceChildren(...lines);
}

function buildFilters() {
  const options = (name, values) => {
    if (!filters.elements[name]) return;
    filters.elements[name].append(...values.map(([value, text]) => element("option", { value }, text)));
  };
  const same = (values) => values.filter(Boolean).map((value) => [value, value]);
  options("task", same(data.tasks));
  options("map", same([...data.maps].sort()));
  options("outcome", same(data.outcomes));
  options("error", same([...data.errors].sort()));
  const levels = LEVELS.filter((level) => data.levels.includes(level));
  options("map_level", same(levels));
  options("query_level", same(levels));
  options("run", data.labels.map((label, run) => [run, label]));
  let soon = 0;
  for (const kind of ["input", "change"]) {
    filters.addEventListener(kind, () => {
      clearTimeout(soon);
      soon = setTimeout(refresh, 120);
    });
  }
  filters.addEventListener("reset", () => setTimeout(refresh));
  filters.addEventListener("submit", (event) => event.preventDefault());
  byId("size").addEventListener("change", showPage);
  const turn = (by) => () => {
    state.page += by;
    showPage();
  };
  byId("previous").addEventListener("click", turn(-1));
  byId("next").addEventListener("click", turn(1));
}
