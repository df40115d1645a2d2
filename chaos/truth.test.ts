import { expect, it } from "vitest";
import { faultsOfBot, type Stored } from "./truth.ts";

/** Lines such as "visitor: hello", "robot: echo hello", "command: operator_needed". */
function talk(...lines: string[]): Stored[] {
  return lines.map((line, index) => {
    const [from = "", text = ""] = line.split(": ");
    const isCommand = from === "command";
    return {
      ...{ conversationId: "one", seq: index + 1, text, fromType: isCommand ? "system" : from },
      ...{ type: isCommand ? "command" : "text/plain", command: isCommand ? text : null },
    };
  });
}
const faults = (...lines: string[]) => faultsOfBot(talk(...lines), ["one"]);

it("wants one answer to each message of a visitor, or the bot's own words where a call was lost", () => {
  expect(faults("visitor: 1", "robot: echo 1", "visitor: 2", "robot: What is your name?")).toEqual([]);
  expect(faults("visitor: 1", "visitor: 2", "robot: echo 2")).toEqual(['unanswered by the bot: "1"']);
  expect(faults("visitor: 1", "robot: echo 1", "robot: echo 1")).toEqual(['answered 2 times by the bot: "1"']);
});

it("wants no answer from a bot that has handed over, until it is switched on again", () => {
  const handOver = ["visitor: 1", "visitor: 2", "robot: Someone goes on", "command: operator_needed", "visitor: 3"];
  expect(faults(...handOver)).toEqual([]);
  expect(faults(...handOver, "command: bot_resumed", "visitor: 4")).toEqual(['unanswered by the bot: "4"']);
  expect(faults(...handOver, "command: bot_resumed", "visitor: 4", "robot: echo 4")).toEqual([]);
});

it("does not take the end of a talk for a reason to have left out a message before", () => {
  const left = ["visitor: 1", "visitor: 2", "robot: echo 2", "visitor: 3", "robot: Someone goes on"];
  expect(faults(...left, "command: operator_needed")).toEqual(['unanswered by the bot: "1"']);
});
