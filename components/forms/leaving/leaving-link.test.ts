import { expect, it } from "vitest";
import { leavingTo } from "./leaving-link.ts";

const here = "https://parley.example/settings/csat?page=2";
const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
const link = (href: string, more = {}) => ({ href, target: "", download: false, ...more });

it("names the page that a link leaves to in this tab", () => {
  expect(leavingTo(link("https://parley.example/inbox?view=all#top"), plain, here)).toBe("/inbox?view=all#top");
  expect(leavingTo(link("https://parley.example/inbox", { target: "_self" }), plain, here)).toBe("/inbox");
});

it("names none where the page stays, or the browser itself asks", () => {
  expect(leavingTo(link("https://parley.example/settings/csat#after"), plain, here)).toBeUndefined();
  expect(leavingTo(link("https://parley.example/inbox", { target: "_blank" }), plain, here)).toBeUndefined();
  expect(leavingTo(link("https://parley.example/export", { download: true }), plain, here)).toBeUndefined();
  expect(leavingTo(link("https://elsewhere.example/inbox"), plain, here)).toBeUndefined();
  expect(leavingTo(link("https://parley.example/inbox"), { ...plain, ctrlKey: true }, here)).toBeUndefined();
  expect(leavingTo(link(""), plain, here)).toBeUndefined();
});
