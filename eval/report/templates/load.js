// Details and maps stand in the page itself, or in scripts beside it: a page that is opened from
// disk may load scripts, but fetch nothing.
const loaded = new Map();
const waiting = new Map();

function mapclewLoaded(name, value) {
  loaded.set(name, value);
}

function load(name) {
  if (loaded.has(name)) return Promise.resolve(loaded.get(name));
  const inlined = byId(name);
  if (inlined) {
    mapclewLoaded(name, JSON.parse(inlined.textContent));
    return Promise.resolve(loaded.get(name));
  }
  if (!waiting.has(name)) {
    waiting.set(name, new Promise((resolve, reject) => {
      const file = `${data.folder}/${name}.js`;
      const fail = () => {
        waiting.delete(name);
        reject(new Error(`${file} is not there: keep the folder beside the page.`));
      };
      const script = element("script", {
        src: file,
        load: () => (loaded.has(name) ? resolve(loaded.get(name)) : fail()),
        error: fail,
      });
      document.head.append(script);
    }));
  }
  return waiting.get(name);
}

async function detailsOf(place) {
  const chunk = Math.floor(place / data.chunk);
  const details = await load(`samples${String(chunk).padStart(5, "0")}`);
  return details[place % data.chunk];
}
