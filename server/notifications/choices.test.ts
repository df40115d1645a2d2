import { expect, it } from "vitest";
import { hrefOf } from "./choices.ts";

it("leads from an import that has finished to what became of its rows [W9, W3]", () => {
  expect(hrefOf({ kind: "import_done", aboutId: "a-job", conversationId: null })).toBe("/contacts/import?job=a-job");
});
