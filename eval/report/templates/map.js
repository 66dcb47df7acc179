// Told apart by colour-blind readers, and by their dashes in grey print.
const REFERENCE = "#1b1b1b";
const ROUTES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const DASHES = ["", "3 1.2", "1 1", "4 1 1 1", "2 2", "5 2"];

function lookOf(layer) {
  if (layer.run === null) return { color: REFERENCE, dash: layer.number === 1 ? "" : DASHES[layer.number % 6], width: 2.2 };
  return { color: ROUTES[layer.run % 6], dash: DASHES[layer.run % 6], width: 1 / (1 + 0.25 * layer.run) };
}

const PALE = 0.55;

const nameOf = (layer) => (layer.run === null ? `reference ${layer.number}` : `answer of ${data.labels[layer.run]}`);

function pointsOf(layer, reading) {
  return (layer.stops || []).map((stop) => (stop === null ? null : reading.stations[stop]));
}

// A leg lies on the drawn line where the reading joins both stops, and is straight elsewhere.
function legsOf(layer, reading) {
  const legs = [];
  for (let place = 1; place < layer.stops.length; place += 1) {
    const [a, b] = [layer.stops[place - 1], layer.stops[place]];
    const leg = a !== null && b !== null && reading.legs[`${a}|${b}`];
    if (leg) legs.push(leg);
  }
  return legs;
}

function drawRoute(layer, map, unit) {
  const look = lookOf(layer);
  const reading = map.readings[layer.graph];
  const dash = look.dash && look.dash.split(" ").map((part) => part * unit * 4).join(" ");
  const stroke = (color, width, dashes) => legsOf(layer, reading).map((leg) => drawn("polyline", {
    points: leg.join(" "), fill: "none", stroke: color, "stroke-width": width * unit,
    "stroke-dasharray": dashes || null, "stroke-linejoin": "round",
  }));
  // A white seam keeps a route apart from lines of its own colour.
  const lines = [stroke("#fff", look.width * 2.2 + 1.2), stroke(look.color, look.width * 2.2, dash)];
  const stops = pointsOf(layer, reading).map((point, place) => point && drawn("circle", {
    cx: point[0], cy: point[1], r: (layer.run === null ? 3.2 : 1.9) * unit,
    fill: place === 0 ? "#fff" : look.color, stroke: look.color, "stroke-width": unit * 0.8,
  }, drawn("title", {}, `${place + 1}. ${layer.names[place]} (${nameOf(layer)})`)));
  return drawn("g", { role: "img", "aria-label": nameOf(layer) }, lines, stops);
}

function frameOf(layers, map) {
  const points = layers.flatMap((layer) => pointsOf(layer, map.readings[layer.graph])).filter(Boolean);
  if (!points.length) return null;
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  const margin = 0.06 * Math.max(map.width, map.height);
  const left = Math.max(0, Math.min(...xs) - margin);
  const top = Math.max(0, Math.min(...ys) - margin);
  return [left, top, Math.min(map.width, Math.max(...xs) + margin) - left, Math.min(map.height, Math.max(...ys) + margin) - top];
}

function paleBox(picture) {
  const box = element("input", { type: "checkbox", checked: true, change: () => picture.setAttribute("opacity", box.checked ? PALE : 1) });
  return element("label", {}, box, " map shown pale");
}

function showMap(detail, map) {
  const placed = detail.layers.filter((layer) => layer.graph !== null && pointsOf(layer, map.readings[layer.graph]).some(Boolean));
  const reading = map.readings[placed.length ? placed[0].graph : 0];
  const width = map.width || (reading ? reading.width : 0);
  const height = map.height || (reading ? reading.height : 0);
  const parts = [element("h3", {}, "Map")];
  if (map.fault) parts.push(element("p", { class: "warn" }, map.fault));
  if (!width) return parts;
  if (detail.layers.length && map.unread) parts.push(element("p", { class: "warn" }, map.unread, " `mapclew report --read-maps` reads it."));
  const size = Math.max(width, height);
  const unit = size / 350;
  const full = [0, 0, width, height];
  const picture = map.picture && drawn("image", { href: map.picture, width, height, preserveAspectRatio: "none", opacity: placed.length ? PALE : 1 });
  const groups = placed.map((layer) => drawRoute(layer, { ...map, width, height }, unit));
  const told = placed.length ? `Map ${map.figure} with ${placed.map(nameOf).join(", ")}; the stops are listed below` : `Map ${map.figure}`;
  const svg = drawn("svg", { viewBox: full.join(" "), role: "group", "aria-label": told }, picture, groups);
  const view = element("div", { class: "map", tabindex: "0", role: "region", "aria-label": `${told}. Scroll with the arrow keys.` }, svg);
  let zoom = 1;
  const enlarge = (by) => () => {
    zoom = Math.min(16, Math.max(1, zoom * by));
    svg.style.width = `${zoom * 100}%`;
  };
  const frame = frameOf(placed, { ...map, width, height });
  const look = (box) => () => {
    zoom = 1;
    svg.style.width = "100%";
    svg.setAttribute("viewBox", box.join(" "));
  };
  const buttons = [
    element("button", { type: "button", click: look(full) }, "Whole map"),
    frame && element("button", { type: "button", click: look(frame) }, "Routes only"),
    element("button", { type: "button", click: enlarge(1.5) }, "Larger"),
    element("button", { type: "button", click: enlarge(1 / 1.5) }, "Smaller"),
  ];
  parts.push(element("p", { class: "pages tools" }, buttons));
  if (placed.length) {
    parts.push(element("div", { class: "layers", role: "group", "aria-label": "Shown on the map" }, placed.map((layer, place) => {
      const box = element("input", { type: "checkbox", checked: true, change: () => groups[place].toggleAttribute("hidden", !box.checked) });
      const style = lookOf(layer);
      const sign = drawn("svg", { width: 44, height: 12, "aria-hidden": "true" }, drawn("line", {
        x1: 0, x2: 44, y1: 6, y2: 6, stroke: style.color, "stroke-width": style.width * 4,
        "stroke-dasharray": style.dash && style.dash.split(" ").map((part) => part * 4).join(" "),
      }));
      return element("label", {}, box, " ", sign, nameOf(layer));
    }), picture && paleBox(picture)));
    const sources = [...new Set(placed.map((layer) => map.readings[layer.graph].source))];
    parts.push(element("p", { class: "note" }, `Places of stations: ${sources.join("; ")}. An open ring marks the start.`));
  }
  parts.push(view);
  return parts;
}
