import { type ClassValue, clsx } from "clsx";
import { propertyOf } from "./classes/properties.ts";

/** What a wider class sets as well: after it, an earlier narrower one says nothing. */
const covers: Readonly<Record<string, readonly string[]>> = {
  p: ["px", "py", "ps", "pe", "pt", "pr", "pb", "pl"],
  px: ["ps", "pe", "pr", "pl"],
  py: ["pt", "pb"],
  m: ["mx", "my", "ms", "me", "mt", "mr", "mb", "ml"],
  mx: ["ms", "me", "mr", "ml"],
  my: ["mt", "mb"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  size: ["w", "h"],
  gap: ["gap-x", "gap-y"],
  overflow: ["overflow-x", "overflow-y"],
  overscroll: ["overscroll-x", "overscroll-y"],
  flex: ["basis", "grow", "shrink"],
  "font-size": ["leading"],
  "line-clamp": ["display", "overflow"],
  rounded: ["t", "r", "b", "l", "tl", "tr", "br", "bl"].map((side) => `rounded-${side}`),
  "rounded-t": ["rounded-tl", "rounded-tr"],
  "rounded-r": ["rounded-tr", "rounded-br"],
  "rounded-b": ["rounded-br", "rounded-bl"],
  "rounded-l": ["rounded-tl", "rounded-bl"],
  "border-width": ["x", "y", "s", "e", "t", "r", "b", "l"].map((side) => `border-width-${side}`),
  "border-width-x": ["border-width-r", "border-width-l"],
  "border-width-y": ["border-width-t", "border-width-b"],
  "border-color": ["x", "y", "s", "e", "t", "r", "b", "l"].map((side) => `border-color-${side}`),
};

/** Joins class names; of two that set the same property under the same condition the later wins. */
export function cn(...values: ClassValue[]): string {
  const names = clsx(values);
  const known = joined.get(names);
  if (known !== undefined) return known;
  const kept: string[] = [];
  const set = new Set<string>();
  for (const name of names.split(/\s+/).reverse()) {
    const [condition, property] = propertyOf(name);
    if (set.has(condition + property)) continue;
    kept.unshift(name);
    for (const also of [property, ...(covers[property] ?? [])]) set.add(condition + also);
  }
  const result = kept.join(" ");
  if (joined.size > mostJoined) joined.clear();
  joined.set(names, result);
  return result;
}

/** Rows of a list join the same names again and again. */
const joined = new Map<string, string>();
const mostJoined = 1000;
