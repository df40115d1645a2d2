import { describe, it } from "vitest";
import { allCommands, isDestructive, obeyExample } from "#server/testing/screens/commands.ts";
import { useScenes } from "#server/testing/screens/scene.ts";

useScenes();

describe("what was cached plus the events equals a new fetch, for a full reader and a restricted agent", () => {
  for (const operation of allCommands.filter((command) => !isDestructive(command))) {
    it(`after ${operation.name}`, () => obeyExample(operation));
  }
});
