import { expect, it } from "vitest";
import { changesIn } from "./draft-changes.ts";

type Draft = { name: string; tags: string[]; days: number | null };

const stored: Draft = { name: "Ada", tags: ["a", "b"], days: null };

it("names what differs, and nothing that was typed back", () => {
  expect(changesIn<Draft>({ name: "Ada L.", tags: ["a", "b"], days: 3 }, stored)).toEqual({ name: "Ada L.", days: 3 });
  expect(changesIn<Draft>({ tags: ["b", "a"], days: null }, stored)).toEqual({ tags: ["b", "a"] });
  expect(changesIn({}, stored)).toEqual({});
});

it("leaves what has been typed since a save was sent", () => {
  const sent: Partial<Draft> = { name: "Ada L." };
  expect(changesIn({ name: "Ada L." }, sent)).toEqual({});
  expect(changesIn({ name: "Ada L., King", days: 3 }, sent)).toEqual({ name: "Ada L., King", days: 3 });
});
