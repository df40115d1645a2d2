import { expect, it } from "vitest";
import type { ChannelLook } from "#server/channels/schema.ts";
import { linesOf, overridesOf } from "./draft.ts";
import { originsFault } from "./origins.ts";

const inherited: ChannelLook["inherited"] = {
  color: "#112233",
  name: "",
  windowTitle: "",
  widgetIcon: "chat",
  widgetStyle: "round",
  saluteTime: 0,
  language: "auto",
  askEmail: false,
  askTelephone: false,
  enabled: true,
  position: "right",
  theme: "auto",
  poweredBy: true,
};

it("keeps with the channel only what differs from its chatbot", () => {
  const overrides = overridesOf({ ...inherited, color: "#445566", askEmail: true }, inherited);
  expect(Object.entries(overrides).filter(([, value]) => value !== null)).toEqual([
    ["color", "#445566"],
    ["askEmail", true],
  ]);
});

it("names the first line that is no website", () => {
  expect(originsFault("https://a.example\n\n https://*.b.example ")).toBeUndefined();
  expect(originsFault("https://a.example\nb.example")).toBe(2);
  expect(originsFault("https://a.example/path")).toBe(1);
});

it("drops empty lines", () => {
  expect(linesOf(" a \n\n b")).toEqual(["a", "b"]);
});
