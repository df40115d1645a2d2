import { expect, it } from "vitest";
import { allOrNone } from "./all-or-none.ts";

/** Makes the parts up to the first that is refused; answers what stands afterwards. */
async function after(...parts: string[]): Promise<{ stands: string[]; failed: boolean }> {
  const stands: string[] = [];
  const make = async (part: string) => {
    if (part === "refused") throw new Error("no");
    stands.push(part);
    return part;
  };
  const takeBack = async (part: string) => void stands.splice(stands.indexOf(part), 1);
  const failed = await allOrNone(parts, make, takeBack).then(
    () => false,
    () => true,
  );
  return { stands, failed };
}

it("makes all, in their order", async () => {
  expect(await after("words", "one file", "another")).toEqual({
    stands: ["words", "one file", "another"],
    failed: false,
  });
});

it("leaves nothing of a whole that failed half-way, for it is written and sent again", async () => {
  expect(await after("one file", "another", "refused", "words")).toEqual({ stands: [], failed: true });
});
