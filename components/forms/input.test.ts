import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Input } from "./input.tsx";
import { Textarea } from "./textarea.tsx";

it("takes the direction of what is typed, unless a field has one of its own", () => {
  for (const field of [Input, Textarea]) {
    expect(renderToStaticMarkup(createElement<{ dir?: string }>(field))).toContain('dir="auto"');
    expect(renderToStaticMarkup(createElement<{ dir?: string }>(field, { dir: "ltr" }))).toContain('dir="ltr"');
  }
});
