import { expect, it } from "vitest";
import { maskText } from "./masking.ts";

const shown = (text: string) => maskText(text, ["email", "phone"]);

it.each([
  ["write to ana.lopez@example.com, please", "write to a•••@e•••.com, please"],
  ["ana%40example.com", "a•••@e•••.com"],
  ["a@b.com_c@d.de", "a•••@b•••.com_•••@d•••.de"],
  ["a%40b.co%40c.de", "a•••@b•••.co%40c.de"],
  ["josé+tag@correo.example.mx.", "j•••@c•••.mx."],
  ["@ana, see you@home", "@ana, see you@home"],
  ["call +1 (212) 555-0147 now", "call •••• 0147 now"],
  ["order 12345678", "order 12345678"],
])("masks what is in %j", (text, masked) => {
  expect(shown(text)).toBe(masked);
});

it.each([
  ["letters", "a".repeat(200_000)],
  ["letters and a sign", `${"a".repeat(200_000)} a@b`],
  ["signs", "@".repeat(200_000)],
  ["written signs", "%40".repeat(70_000)],
  ["domains without an end", "a@b".repeat(70_000)],
  ["addresses", "a@b.c ".repeat(30_000)],
  ["digits that a letter ends", `${"1 ".repeat(100_000)}a`],
])("takes its time by the length of a text of %s", (_, text) => {
  const begun = performance.now();
  shown(text);
  expect(performance.now() - begun).toBeLessThan(1000);
});
