// A chapter in a notebook: the frame, and the messages of the page (`assets/frame.js`) both ways. What Python sets goes to the stage; what the
// stage tells goes to Python, unless it is what Python has just set.
const VERSION = 1;
const FIRST_HEIGHT = 640;
const MOST_HEIGHT = 4000;
const OURS = ["v", "kind", "act", "t", "speed", "guide"];
const LOOK = ["lang", "layer", "theme"];

/** A hash's own settings: what it says beside what every link says. */
const settings = (hash) => {
  const all = [...new URLSearchParams(hash.replace(/^#/, ""))];
  return Object.fromEntries(all.filter(([name]) => !OURS.includes(name)));
};

/** A hash that sets these; of the same kind and act as `old`. */
const moment = (params, act, old) => {
  const kind = new URLSearchParams(old.replace(/^#/, "")).get("kind");
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams({ v: "1", ...(kind ? { kind } : {}), ...(act ? { act } : {}), ...Object.fromEntries(texts) }));
};

const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Settings are texts in a link, whatever they are in Python. */
const texts = (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

function address(model) {
  const query = new URLSearchParams({ scene: model.get("chapter"), embed: "1" });
  for (const name of LOOK) if (model.get(name)) query.set(name, model.get(name));
  if (model.get("controls")) query.set("controls", "1");
  const [params, act] = [model.get("params"), model.get("act")];
  const hash = act || Object.keys(params).length ? `#${moment(params, act, "")}` : "";
  return `${model.get("src")}?${query}${hash}`;
}

function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.src = address(model);
  frame.title = "Collective Kitchen";
  frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
  frame.style.cssText = `display:block;border:0;width:100%;height:${FIRST_HEIGHT}px`;
  const say = (type, more = {}) => frame.contentWindow?.postMessage({ kitchen: VERSION, type, ...more }, "*");

  // What the stage told last, and what Python wanted before the stage could hear.
  let told = { hash: "" };
  let isReady = false;
  let isNew = true;
  const tells = (values) => {
    told = { ...told, ...values };
    for (const [name, value] of Object.entries(values)) if (!["hash", "end"].includes(name)) model.set(name, value);
    model.save_changes();
  };

  const heard = {
    ready: () => {
      isReady = true;
      wanted();
      say("state");
    },
    state: ({ chapter, act, lang, layer, hash, caption }) =>
      tells({ chapter, act, lang, layer, hash, caption, params: settings(hash) }),
    time: ({ time, end }) => {
      // The first time is that of a stage which does not know yet where Python wants it.
      const wants = isNew ? model.get("at") : 0;
      isNew = false;
      told.end = Number(end);
      if (wants > 0) say("seek", { share: wants });
      else tells({ at: told.end > 0 ? Number(time) / told.end : 0 });
    },
    act: ({ act }) => tells({ act }),
    answered: () => tells({ answered: true }),
    size: ({ height }) => height > 0 && (frame.style.height = `${Math.min(height, MOST_HEIGHT)}px`),
    // What there is not changes nothing: the stage tells where it still is.
    error: ({ said }) => {
      tells({ problem: String(said) });
      say("state");
    },
  };
  const listen = ({ source, data }) => {
    if (source === frame.contentWindow && data?.kitchen === VERSION && Object.hasOwn(heard, data.type)) heard[data.type](data);
  };

  // What Python wants that the stage has not told.
  const wanted = () => {
    if (!isReady) return;
    const [chapter, act, params] = [model.get("chapter"), model.get("act"), model.get("params")];
    const asked = {};
    for (const name of ["chapter", ...LOOK]) if (told[name] !== undefined && model.get(name) && model.get(name) !== told[name]) asked[name] = model.get(name);
    if (told.theme === undefined && model.get("theme")) asked.theme = told.theme = model.get("theme");
    if (told.act !== undefined && act !== told.act && act) asked.act = act;
    if (told.params !== undefined && !same(texts(params), told.params) && !asked.chapter && !asked.act) asked.hash = moment(params, act, told.hash);
    if (Object.keys(asked).length === 0) return;
    // Told once, a want is not told again until the stage has answered.
    told = { ...told, ...asked, ...(asked.hash ? { params: texts(params) } : {}) };
    say("set", asked);
  };
  const seeks = () => {
    const [at, was] = [model.get("at"), told.at];
    if (!isReady || at === was) return;
    told.at = at;
    say("seek", { share: at });
  };
  const says = ({ type }) => ["play", "pause"].includes(type) && say(type);
  const wants = ["chapter", "act", "params", ...LOOK];

  addEventListener("message", listen);
  for (const name of wants) model.on(`change:${name}`, wanted);
  model.on("change:at", seeks);
  model.on("msg:custom", says);
  el.append(frame);
  return () => {
    removeEventListener("message", listen);
    for (const name of wants) model.off(`change:${name}`, wanted);
    model.off("change:at", seeks);
    model.off("msg:custom", says);
  };
}

export default { render };
