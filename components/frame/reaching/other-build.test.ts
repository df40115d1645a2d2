import { expect, it } from "vitest";
import { hearBuild, isOtherBuild, onOtherBuild } from "./other-build.ts";

it("knows that the server is of another build than the page, and that it is of the same again", () => {
  const seen: boolean[] = [];
  const forget = onOtherBuild(() => seen.push(isOtherBuild()));
  hearBuild("one", "one");
  hearBuild("two", "one");
  // A proxy's own page, or one of ours that says none.
  hearBuild(null, "one");
  hearBuild("two", "one");
  expect(isOtherBuild()).toBe(true);
  hearBuild("one", "one");
  forget();
  hearBuild("two", undefined);
  expect(seen).toEqual([true, false]);
});
