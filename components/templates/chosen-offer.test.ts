import { expect, it } from "vitest";
import { chosenOf } from "./chosen-offer.ts";

const offer = (id: number) => ({ template: { id } });
const [first, second] = [offer(1), offer(2)];

it("a template that can no longer be sent gives way to no other, which nobody has chosen [W5]", () => {
  expect(chosenOf([first, second], 1)).toBe(first);
  expect(chosenOf([second], 1)).toBeUndefined();
  expect(chosenOf([second], undefined)).toBe(second);
  expect(chosenOf([first, second], undefined)).toBeUndefined();
});
