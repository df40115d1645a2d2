import { describe, expect, it } from "vitest";
import { foundOthers } from "./found-others.ts";

const others = [
  { id: "a", lastMessage: "My order is late" },
  { id: "b", lastMessage: "Any news?" },
];

describe("the conversations that may go into another", () => {
  it("are those with the words, and the chosen one whatever is searched for", () => {
    expect(foundOthers(others, " NEWS ", undefined)).toEqual({ shown: [others[1]], none: false });
    expect(foundOthers(others, "news", "a").shown).toEqual(others);
    expect(foundOthers(others, "nothing", "a")).toEqual({ shown: [others[0]], none: true });
  });
});
