import { createElement, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { useDraftChanges } from "./use-draft-changes.ts";

const first = { name: "Acme", email: "desk@example.com" };
type Form = ReturnType<typeof useDraftChanges<typeof first>>;
type Step = (form: Form, store: (stored: typeof first) => void) => void;

/** The form after what its person and others did. */
function after(...steps: Step[]): Form | undefined {
  let last: Form | undefined;
  const left = [...steps];
  function Page() {
    const [stored, store] = useState(first);
    const form = useDraftChanges(stored);
    left.shift()?.(form, store);
    last = form;
    return null;
  }
  renderToStaticMarkup(createElement(Page));
  return last;
}

const rename: Step = (form) => form.change({ name: "Acme Ltd" });
const others =
  (part: Partial<typeof first>): Step =>
  (_, store) =>
    store({ ...first, ...part });

it("says that others have saved what is being changed here, and nothing of what is not", () => {
  expect(after(rename)).toMatchObject({ overtaken: false, changes: { name: "Acme Ltd" } });
  expect(after(rename, others({ email: "front@example.com" }))).toMatchObject({
    ...{ overtaken: false, draft: { name: "Acme Ltd", email: "front@example.com" } },
  });
  expect(after(rename, others({ name: "Acme Inc" }))).toMatchObject({ overtaken: true, draft: { name: "Acme Ltd" } });
});

it("says so no more once it is discarded, saved, or changed after it was seen", () => {
  const overtaken = [rename, others({ name: "Acme Inc" })];
  expect(after(...overtaken, (form) => form.discard())).toMatchObject({
    overtaken: false,
    draft: { name: "Acme Inc" },
  });
  const saved = after(...overtaken, others({ name: "Acme Ltd" }), (form) => form.settle({ name: "Acme Ltd" }));
  expect(saved).toMatchObject({ overtaken: false, dirty: false });
  const again = after(others({ name: "Acme Inc" }), rename);
  expect(again).toMatchObject({ overtaken: false, changes: { name: "Acme Ltd" } });
});
