/** Words that set one property, by the property. */
const words: Readonly<Record<string, string>> = {
  display: "block inline inline-block flex inline-flex grid inline-grid contents hidden table list-item",
  position: "static fixed absolute relative sticky",
  visibility: "visible invisible collapse",
  "reading-aloud": "sr-only not-sr-only",
  "text-case": "uppercase lowercase capitalize normal-case",
  "text-line": "underline line-through no-underline",
  "font-style": "italic not-italic",
  ellipsis: "truncate",
};

const byWord: Record<string, string> = {};
for (const [property, those] of Object.entries(words)) for (const word of those.split(" ")) byWord[word] = property;

/** Words with one dash, whose rest is what they set it to: as long a beginning as fits. */
const beginnings = new Set(
  [
    "p px py ps pe pt pr pb pl m mx my ms me mt mr mb ml w h min-w min-h max-w max-h size",
    "inset inset-x inset-y top right bottom left z order gap gap-x gap-y grow shrink basis",
    "grid-cols grid-rows col-start col-end row-start row-end col row items content self justify justify-items",
    "justify-self place-content place-items place-self leading tracking whitespace break line-clamp list",
    "bg opacity cursor select resize animate duration delay ease transition rotate scale translate-x translate-y",
    "overflow overflow-x overflow-y overscroll overscroll-x overscroll-y object aspect columns align fill",
    "pointer-events touch scroll-px scroll-py underline-offset outline-offset field-sizing space-x space-y break-inside",
    "rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl accent",
  ]
    .join(" ")
    .split(" "),
);

const sizes = /^(?:\d*xs|sm|base|lg|\d*xl|\[[\d.]+(?:rem|px|em)\])$/;
const numbers = /^(?:\d+|\[[\d.]+px\])$/;
const sides = /^([xytrblse])(?:-(.+))?$/;

/** Beginnings under which several properties share their words. */
const mixed: Readonly<Record<string, (rest: string) => string | undefined>> = {
  text: (rest) => {
    if (sizes.test(rest)) return "font-size";
    if (/^(?:left|center|right|justify|start|end)$/.test(rest)) return "text-align";
    return /^(?:wrap|nowrap|balance|pretty)$/.test(rest) ? "text-wrap" : "text-color";
  },
  font: (rest) => (/^(?:sans|serif|mono)$/.test(rest) ? "font-family" : "font-weight"),
  flex: (rest) => {
    if (/^(?:row|col)/.test(rest)) return "flex-direction";
    return /^(?:wrap|nowrap)/.test(rest) ? "flex-wrap" : "flex";
  },
  border: (rest) => {
    if (/^(?:solid|dashed|dotted|none|hidden)$/.test(rest)) return "border-style";
    if (/^(?:separate|collapse)$/.test(rest)) return "border-collapse";
    if (rest.startsWith("spacing-")) return "border-spacing";
    const [, side, value = side ? "" : rest] = sides.exec(rest) ?? [];
    return `border-${value === "" || numbers.test(value) ? "width" : "color"}${side ? `-${side}` : ""}`;
  },
  outline: (rest) => {
    if (rest === "none" || rest === "hidden") return "outline-style";
    return rest === "" || numbers.test(rest) ? "outline-width" : "outline-color";
  },
  ring: (rest) => (rest === "" || numbers.test(rest) ? "ring-width" : "ring-color"),
  shadow: () => "shadow",
  stroke: (rest) => (/^[\d[]/.test(rest) ? "stroke-width" : "stroke"),
  divide: (rest) => (/^[xy]/.test(rest) ? `divide-${rest[0]}` : "divide-color"),
  decoration: () => "text-decoration-color",
};

/** Under which condition a class name sets which property; one that stands alone is its own. */
export function propertyOf(name: string): [condition: string, property: string] {
  const { condition, base } = partsOf(name);
  const plain = base.replace(/^!|!$/g, "");
  const important = plain === base ? condition : `${condition}!`;
  return [important, (plain.startsWith("[") ? arbitrary(plain) : named(plain.replace(/^-/, ""))) ?? plain];
}

function named(plain: string): string | undefined {
  const word = byWord[plain];
  if (word) return word;
  const start = plain.split("-", 1)[0] ?? "";
  const several = mixed[start];
  const offset = start === "outline" && plain.startsWith("outline-offset-");
  if (several && !offset) return several(plain.slice(start.length + 1));
  if (beginnings.has(plain)) return plain;
  // Of what is in brackets no dash parts anything.
  let end = plain.search(/[[(]/);
  if (end < 0) end = plain.length;
  for (let at = plain.lastIndexOf("-", end); at > 0; at = plain.lastIndexOf("-", at - 1)) {
    const beginning = plain.slice(0, at);
    if (beginnings.has(beginning)) return beginning;
  }
  return undefined;
}

/** `[overflow-anchor:none]` sets what it names. */
function arbitrary(plain: string): string | undefined {
  const colon = plain.indexOf(":");
  return colon > 0 ? plain.slice(0, colon) : undefined;
}

/** `phone:hover:px-2` is `px-2` under two conditions, in whichever order. */
function partsOf(name: string): { condition: string; base: string } {
  const parts = [""];
  let depth = 0;
  for (const letter of name) {
    if (letter === "[" || letter === "(") depth += 1;
    else if (letter === "]" || letter === ")") depth -= 1;
    if (letter === ":" && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  const base = parts.pop() ?? "";
  return { condition: `${parts.sort().join(":")} `, base };
}
