import { expect, it } from "vitest";
import { begunOf, typedIn } from "./filled-places.ts";

it("gives back a template as far as it was filled in, and nothing of another", () => {
  const half = { templateId: 7, variables: { "1": "Ana", button_0: "" }, media: { link: "https://x.example/a b.png" } };
  expect(begunOf(7, { ...typedIn(half), "71 1": "Other" })).toEqual(half);
  expect(begunOf(7, {})).toEqual({ templateId: 7, variables: {} });
  expect(typedIn(undefined)).toEqual({});
});
