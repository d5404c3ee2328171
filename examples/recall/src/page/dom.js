// Elements, made and put in place.

// An element with properties, `data-` and `aria-` attributes among them, and children.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// Puts new children in the place of all old ones. The focus stays on the element of the same `data-key`, or goes to
// the place itself rather than to nowhere.
export function fill(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  place.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
  if (!focused || focused === place) return;
  const again = key && place.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (again) again.focus();
  else place.focus();
}

export const byId = (id) => document.getElementById(id);
