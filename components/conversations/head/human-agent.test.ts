import { describe, expect, it } from "vitest";
import { humanAgentUntil } from "./human-agent.ts";
import { writingPermission } from "./writing-permission.ts";

const hour = 3_600_000;
const expires = Date.parse("2026-11-20T12:00:00Z");
const row = { closed: false, windowExpiresAt: new Date(expires).toISOString() };

describe("answering as a person after the window", () => {
  it("begins when the window ends and lasts until seven days after the visitor's words", () => {
    expect(humanAgentUntil(row, true, expires - 1)).toBeUndefined();
    expect(humanAgentUntil(row, true, expires + hour)).toBe(expires + 6 * 24 * hour);
    expect(humanAgentUntil(row, true, expires + 6 * 24 * hour + 1)).toBeUndefined();
  });

  it("needs the channel's setting, an open conversation and a window", () => {
    expect(humanAgentUntil(row, false, expires + hour)).toBeUndefined();
    expect(humanAgentUntil({ ...row, closed: true }, true, expires + hour)).toBeUndefined();
    expect(humanAgentUntil({ ...row, windowExpiresAt: null }, true, expires + hour)).toBeUndefined();
  });

  it("keeps the box open that would be closed otherwise", () => {
    const late = expires + hour;
    expect(writingPermission(row, true, late)).toBe("window");
    expect(writingPermission(row, true, late, humanAgentUntil(row, true, late))).toBe("all");
    expect(writingPermission(row, false, late, late)).toBe("nothing");
    expect(writingPermission({ ...row, closed: true }, true, late, late)).toBe("closed");
  });
});
