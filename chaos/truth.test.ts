import { expect, it } from "vitest";
import { faultsOfBot, type Stored } from "./truth.ts";

/** Lines such as "visitor: hello", "robot: echo hello". */
function talk(...lines: string[]): Stored[] {
  return lines.map((line, index) => {
    const [from = "", text = ""] = line.split(": ");
    return { conversationId: "one", seq: index + 1, text, fromType: from, type: "text/plain" };
  });
}
const faults = (...lines: string[]) => faultsOfBot(talk(...lines), ["one"]);

it("wants one answer to each message of a visitor, or the bot's own words where a call was lost", () => {
  expect(faults("visitor: 1", "robot: echo 1", "visitor: 2", "robot: What is your name?")).toEqual([]);
  expect(faults("visitor: 1", "visitor: 2", "robot: echo 2")).toEqual(['unanswered by the bot: "1"']);
  expect(faults("visitor: 1", "robot: echo 1", "robot: echo 1")).toEqual(['answered 2 times by the bot: "1"']);
  expect(faults("visitor: 1", "visitor: 2", "robot: What is your name?")).toEqual(['unanswered by the bot: "2"']);
});
