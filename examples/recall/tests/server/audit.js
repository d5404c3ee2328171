// What is wrong with how the page looks and what it tells who listens: a list of sentences.
const wrong = [];
const say = (what, one) => wrong.push(`${what}: ${one.outerHTML.slice(0, 120)}`);
const shown = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
// Who listens or uses keys is told what everything is.
for (const one of document.querySelectorAll("button, input, select, summary, [role=img], [role=timer]")) {
  if (!shown(one)) continue;
  const label = one.getAttribute("aria-label") ?? one.labels?.[0]?.innerText ?? one.innerText;
  if (!label?.trim()) say("has no name", one);
  const { width, height } = one.getBoundingClientRect();
  if (one.matches("button, summary") && !one.closest(".skip") && (width < 24 || height < 20)) say("is too small to touch", one);
}
for (const one of document.querySelectorAll("section, aside, [role=group], [role=region]")) {
  const named = one.getAttribute("aria-label") ?? document.getElementById(one.getAttribute("aria-labelledby"))?.innerText;
  if (!named) say("is a region without a name", one);
}
for (const one of document.querySelectorAll("[aria-controls], [aria-describedby], [aria-labelledby]")) {
  for (const name of ["aria-controls", "aria-describedby", "aria-labelledby"]) {
    const id = one.getAttribute(name);
    if (id && !document.getElementById(id)) say(`${name} leads nowhere`, one);
  }
}
const levels = [...document.querySelectorAll("h1, h2, h3")].filter(shown).map((one) => Number(one.tagName[1]));
if (levels.filter((level) => level === 1).length !== 1) wrong.push("there is not one heading of the page");
levels.reduce((before, level) => { if (level > before + 1) wrong.push(`a heading h${level} comes after h${before}`); return level; }, 1);
// What is to be read can be read.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const parse = (colour) => {
  if (!known.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    known.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(colour);
};
const light = (rgb) => {
  const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== "none") return null;
    const colour = parse(style.backgroundColor);
    if (colour[3] === 255) return colour.slice(0, 3);
  }
  return parse(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
};
for (const one of document.querySelectorAll("body *")) {
  const own = [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
  if (!own || !shown(one) || one.tagName === "OPTION") continue;
  const style = getComputedStyle(one);
  const behind = ground(one);
  const colour = parse(style.color);
  if (!behind || colour[3] === 0) continue;
  const [high, low] = [light(colour.slice(0, 3)), light(behind)].sort((a, b) => b - a);
  const contrast = (high + 0.05) / (low + 0.05);
  if (contrast < (one.matches(":disabled, :disabled *") ? 3 : 4.5)) say(`has a contrast of ${contrast.toFixed(1)}`, one);
}
for (const one of document.querySelectorAll(".card, .grid button, #actions button, #players li, .why td, .why th")) {
  if (shown(one) && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) say("is cut off", one);
}
return wrong;
