import fs from "node:fs";
import { createElement, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { useUnsavedChanges } from "./use-unsaved.ts";

const opened = { name: "Cora", role: "admin", maskedFields: ["email"], channels: ["a"] };

/** What a dialog sends that was opened with `opened`, after what its person did. */
function sentAfter(...deeds: Partial<typeof opened>[]): unknown {
  let sent: unknown;
  const left = [...deeds];
  function Dialog() {
    const [draft, setDraft] = useState(opened);
    const deed = left.shift();
    if (deed) setDraft({ ...draft, ...deed });
    sent = useUnsavedChanges(draft);
    return null;
  }
  renderToStaticMarkup(createElement(Dialog));
  return sent;
}

it("sends what was changed in the dialog only, so that it gives back nothing that others took away meanwhile", () => {
  expect(sentAfter({ name: "Cora Diaz" })).toEqual({ name: "Cora Diaz" });
  expect(sentAfter({ maskedFields: [] }, { channels: ["a", "b"] })).toEqual({
    maskedFields: [],
    channels: ["a", "b"],
  });
  expect(sentAfter({ role: "agent" }, { role: "admin" })).toEqual({});
});

it("is how every dialog saves that changes a record", () => {
  const whole = /\b(?:update|save)\.mutate(?:Async)?\(\{[^}]*\.\.\.(?:draft|kept|stored|wanted|said|input)\b/;
  const files = fs.globSync("components/**/*-{form,member,sheet}.tsx");
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => whole.test(fs.readFileSync(file, "utf8")))).toEqual([]);
});
