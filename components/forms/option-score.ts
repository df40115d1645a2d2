import { folded } from "./folded.ts";

/**
 * How well an option fits what is typed, 0 where it does not: its name before its other words, the whole before
 * beginnings, and those before middles. `keywords` begins with the name; the value is an id, which is not searched.
 */
export function optionScore(_value: string, search: string, keywords: readonly string[] = []): number {
  const wanted = folded(search.trim());
  if (wanted === "") return 1;
  const [name = "", ...others] = keywords.map(folded);
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 0.9;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 0.8;
  if (name.includes(wanted)) return 0.6;
  if (others.some((word) => word.includes(wanted))) return 0.4;
  const words = wanted.split(/\s+/);
  const all = [name, ...others].join(" ");
  return words.every((word) => all.includes(word)) ? 0.2 : 0;
}
