"use strict";

// Text of runs only ever becomes text nodes and attributes, never markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== "") node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

const element = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const drawn = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
const byId = (id) => document.getElementById(id);

const data = JSON.parse(byId("data").textContent);
const number = new Intl.NumberFormat("en");
const seconds = (value) => (value === null || value === undefined ? "-" : value.toFixed(3));
const share = (value) => (value === null || value === undefined ? "-" : (100 * value).toFixed(1) + "%");
const verdict = (value) => (value === null || value === undefined ? "-" : value ? "verified" : "not verified");

function rightness(right, word) {
  return element("span", { class: right ? "right" : "wrong" }, word || (right ? "right" : "wrong"));
}

function scrolling(label, ...children) {
  return element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, children);
}

function grid(label, heads, rows) {
  const head = element("tr", {}, heads.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((row) => element("tr", {}, row.map((cell) => element("td", {}, cell))));
  return scrolling(label, element("table", {}, element("thead", {}, head), element("tbody", {}, body)));
}

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
