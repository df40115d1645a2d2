import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { composite, contrast, isInGamut, parseOklch, type Rgb } from "./oklch.ts";

const root = join(import.meta.dirname, "../..");
const css = readFileSync(join(root, "app/globals.css"), "utf8");

const semantic = [
  ...["background", "surface", "surface-raised", "border", "border-strong", "text", "text-muted", "text-faint"],
  ...["accent", "accent-text", "success", "warning", "danger", "focus", "visitor", "bot", "agent", "note", "event"],
];

function block(selector: string): Map<string, string> {
  const [, body = ""] = new RegExp(`\n *${selector.replace(".", "\\.")} {([^}]*)}`).exec(css) ?? [];
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

function palette(selector: string): { color: (name: string) => Rgb; number: (name: string) => number } {
  const tokens = block(selector);
  return {
    color: (name) => {
      const parsed = parseOklch(tokens.get(name) ?? "");
      if (!parsed) throw new Error(`${selector}: --${name} is not an OKLCH colour`);
      return parsed.rgb;
    },
    number: (name) => Number(tokens.get(name)),
  };
}

describe("the contrast arithmetic", () => {
  it("gives the known ratio of black on white and of a middle grey", () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
    const grey = parseOklch("oklch(0.5999 0 0)");
    // #808080 on white is 3.95 : 1.
    expect(contrast(grey?.rgb ?? [0, 0, 0], [1, 1, 1])).toBeCloseTo(3.95, 1);
  });
});

describe.each([":root", ".dark"])("the tokens of %s", (selector) => {
  const theme = palette(selector);
  const grounds = ["background", "surface", "surface-raised"];

  it.each(semantic)("defines --%s as a colour that screens can show", (name) => {
    expect(isInGamut(theme.color(name))).toBe(true);
  });

  const inks = ["text", "text-muted", "text-faint", "accent", "success", "warning", "danger"];
  const speakers = ["visitor", "bot", "agent", "note", "event"];
  it.each([...inks, ...speakers].flatMap((ink) => grounds.map((ground) => [ink, ground])))(
    "reads --%s on --%s at 4.5 : 1",
    (ink, ground) => {
      expect(contrast(theme.color(ink ?? ""), theme.color(ground ?? ""))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(["text", "text-muted", "text-faint"])("reads --%s on a hovered or selected row at 4.5 : 1", (ink) => {
    for (const [over, alpha] of [
      ["text", 0.06],
      ["accent", 0.1],
    ] as const) {
      const row = composite(theme.color(over), theme.color("surface"), alpha);
      expect(contrast(theme.color(ink), row)).toBeGreaterThanOrEqual(4.5);
    }
  });

  const tinted = ["accent", "success", "warning", "danger", "visitor", "bot", "agent", "note"];
  it.each(tinted)("reads --%s and --text on a 10 %% tint of it at 4.5 : 1", (tone) => {
    for (const ground of ["surface", "background"]) {
      const tint = composite(theme.color(tone), theme.color(ground), 0.1);
      expect(contrast(theme.color(tone), tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.color("text"), tint)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(["visitor", "bot", "note"])("reads text and the speaker's own sign on --%s-surface at 4.5 : 1", (speaker) => {
    const bubble = theme.color(`${speaker}-surface`);
    expect(isInGamut(bubble)).toBe(true);
    for (const ink of ["text", "text-muted", "accent", speaker])
      expect(contrast(theme.color(ink), bubble), ink).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["accent", "danger"])("reads --accent-text on --%s, also hovered, at 4.5 : 1", (fill) => {
    for (const alpha of [1, 0.92, 0.88]) {
      const button = composite(theme.color(fill), theme.color("surface"), alpha);
      expect(contrast(theme.color("accent-text"), button)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("shows the focus ring and the edges of checkboxes at 3 : 1", () => {
    for (const ground of grounds) {
      expect(contrast(theme.color("focus"), theme.color(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(theme.color("text-faint"), theme.color(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  it("reads an avatar's initials on each of its 24 hues at 4.5 : 1", () => {
    for (let hue = 0; hue < 360; hue += 15) {
      const ground = parseOklch(`oklch(${theme.number("avatar-lightness")} ${theme.number("avatar-chroma")} ${hue})`);
      const ink = parseOklch(
        `oklch(${theme.number("avatar-text-lightness")} ${theme.number("avatar-text-chroma")} ${hue})`,
      );
      if (!ground || !ink) throw new Error("the avatar tokens are not numbers");
      expect(contrast(ink.rgb, ground.rgb), `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("components", () => {
  const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );

  it.each(files)("%s takes its colours from tokens", (name) => {
    const source = readFileSync(join(root, "components", name), "utf8");
    const raw = source.match(
      /#[0-9a-f]{6}\b|\b(?:rgb|rgba|hsl|oklch)\(|-(?:white|black|gray|slate|red|blue|green|amber|zinc)(?:-\d{2,3})?\b/i,
    );
    expect(raw?.[0]).toBeUndefined();
  });
});
