const dialog = byId("detail");
const current = { row: null, from: null };

function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return element("dl", { class: "facts" }, known.flatMap(([name, value]) => [
    element("dt", {}, name), element("dd", {}, value instanceof Node ? value : typeof value === "object" ? pretty(value) : value),
  ]));
}

function folded(summary, value, open) {
  return element("details", { open: Boolean(open) }, element("summary", {}, summary), element("pre", { tabindex: "0" }, pretty(value)));
}

// Short values stand open, long ones behind a summary.
function inOut(name, value) {
  const text = pretty(value === undefined ? null : value);
  if (text === "{}" || text === "null") return "-";
  return text.length <= 160 ? element("code", {}, JSON.stringify(value)) : folded(`${name}, ${number.format(text.length)} characters`, value);
}

function stopsOf(layer) {
  const items = layer.names.map((name, place) => element("li", {},
    name, layer.transfers[place] ? " (transfer)" : "",
    layer.agrees !== undefined && place >= layer.agrees ? element("span", { class: "wrong" }, place === layer.agrees ? " - differs from here" : "") : "",
    layer.stops && layer.stops[place] === null ? element("span", { class: "soft" }, " - no place on the map as read") : ""));
  const agrees = layer.agrees === undefined ? "" : `, the first ${layer.agrees} as in reference ${layer.with}`;
  return element("details", { open: true },
    element("summary", {}, `${nameOf(layer)}: ${layer.names.length} stops${agrees}`), element("ol", { class: "stops" }, items));
}

function callsOf(calls) {
  if (!calls || !calls.length) return [];
  const cells = calls.map((call, place) => [
    place + 1, call.tool, inOut("input", call.arguments), call.error ? element("span", { class: "wrong" }, call.error) : inOut("output", call.result),
    call.confidence === null || call.confidence === undefined ? "-" : Number(call.confidence).toFixed(3),
    seconds(call.seconds), call.cached ? "yes" : "no", call.cost || "-",
  ]);
  return [element("h4", {}, "Tool calls"), grid("Tool calls", ["", "tool", "input", "output", "confidence", "seconds", "cached", "cost"], cells)];
}

function listOf(title, items) {
  if (!Array.isArray(items) || !items.length) return [];
  const heads = [...new Set(items.flatMap((item) => Object.keys(Object(item))))];
  const cells = items.map((item) => heads.map((name) => inOut(name, Object(item)[name])));
  return [element("h4", {}, title), grid(title, heads, cells)];
}

function textOf(content) {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => part.text || `[${part.type || "part"}]`).join("\n");
  return pretty(content === undefined ? null : content);
}

const MESSAGES = ["messages", "dialogue"];

function messagesOf(trace) {
  const parts = [];
  for (const name of MESSAGES) {
    for (const message of Array.isArray(trace[name]) ? trace[name] : []) {
      parts.push(element("p", {}, element("strong", {}, message.role || message.type || "message")));
      const said = message.content || message.text;
      if (said) parts.push(element("pre", { tabindex: "0" }, textOf(said)));
      const rest = Object.fromEntries(Object.entries(message).filter(([key]) => !["role", "type", "content", "text"].includes(key)));
      if (Object.keys(rest).length) parts.push(folded("calls and the rest", rest, true));
    }
  }
  if (trace.reasoning) parts.push(folded("reasoning", trace.reasoning));
  if (trace.refusal) parts.push(folded("refusal", trace.refusal, true));
  return parts.length ? [element("h4", {}, "Messages of the model"), parts] : [];
}

const TOLD = ["findings", "repairs", ...MESSAGES, "reasoning", "refusal"];

function resultOf(result, label, errors) {
  if (!result) return element("section", {}, element("h3", {}, label), element("p", { class: "soft" }, "This run has no record of the sample."));
  const scores = result.scores || {};
  const right = Boolean(scores.right === undefined ? scores.ema : scores.right);
  const trace = Object(result.trace);
  const rest = Object.fromEntries(Object.entries(trace).filter(([name]) => !TOLD.includes(name)));
  return element("section", { "aria-label": label },
    element("h3", {}, label, " - ", rightness(right)),
    facts([
      ["outcome", result.outcome],
      ["response", result.response === null ? element("span", { class: "soft" }, "none") : element("pre", { tabindex: "0" }, result.response)],
      ["error", result.error && element("span", { class: "wrong" }, result.error)],
      ["error classes", errors.join(", ")],
      ["verdict", verdict(result.verified)], ["why", result.why],
      ["scores", Object.entries(scores).filter(([, value]) => value !== null).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ")],
      ["seconds", seconds(result.seconds)],
    ]),
    callsOf(result.calls), listOf("Verification findings", trace.findings), listOf("Repairs", trace.repairs), messagesOf(trace),
    Object.keys(rest).length ? [element("h4", {}, "Trace"), Object.entries(rest).map(([name, value]) => folded(name, value, pretty(value).length < 200))] : []);
}

function referencesOf(references) {
  if (!references) return null;
  if (!Array.isArray(references)) return element("pre", { tabindex: "0" }, pretty(references));
  return element("ol", { class: "references" }, references.map((one) => element("li", {}, pretty(one))));
}

async function showDetail(row) {
  const body = byId("detail-body");
  current.row = row;
  byId("detail-title").textContent = row.id;
  const at = state.shown.indexOf(row);
  byId("earlier").disabled = at <= 0;
  byId("later").disabled = at < 0 || at === state.shown.length - 1;
  body.replaceChildren(element("p", { role: "status" }, "Loading"));
  document.body.classList.add("detail");
  if (!dialog.open) {
    current.from = document.activeElement;
    dialog.showModal();
  }
  byId("detail-title").focus();
  try {
    const detail = await detailsOf(row.place);
    const map = await load(detail.map);
    if (current.row !== row) return;
    body.replaceChildren(
      element("p", { class: "asked" }, detail.question),
      facts([["references", referencesOf(detail.references)], ...Object.entries(detail.about)]),
      ...showMap(detail, map),
      ...(detail.layers.length ? [element("h3", {}, "Stops"), element("div", { class: "sides" }, detail.layers.map(stopsOf))] : []),
      element("div", { class: "sides" }, detail.results.map((result, run) => resultOf(result, data.labels[run], row.results[run] ? row.results[run].errors : []))));
  } catch (error) {
    body.replaceChildren(element("p", { class: "warn", role: "alert" }, error.message));
  }
  dialog.scrollTop = 0;
}

function leaveDetail() {
  document.body.classList.remove("detail");
  current.row = null;
  if (location.hash.length > 1) history.pushState(null, "", location.pathname + location.search);
  if (current.from && current.from.isConnected) current.from.focus();
}

function step(by) {
  const row = state.shown[state.shown.indexOf(current.row) + by];
  if (row) location.hash = address(row);
}
