import { afterEach, describe, it } from "vitest";
import { allCommands, isDestructive, leavesScreens, obeyExample } from "#server/testing/screens/commands.ts";
import { closeScene, useScenes } from "#server/testing/screens/scene.ts";

useScenes();

const destructive = allCommands.filter(isDestructive);

describe("what was cached plus the events equals a new fetch, though what screens name is gone", () => {
  for (const operation of destructive.filter(leavesScreens))
    it(`after ${operation.name}`, () => obeyExample(operation));

  describe("in a company of its own", () => {
    afterEach(closeScene);

    for (const operation of destructive.filter((command) => !leavesScreens(command))) {
      it(`after ${operation.name}`, () => obeyExample(operation));
    }
  });
});
