import { describe, expect, it } from "vitest";
import { AppError } from "#server/base/errors.ts";
import { isLost, isUnavailable, mapDatabaseError } from "./errors.ts";

const state = (code: string) => Object.assign(new Error("answered"), { code });

describe("an error of the database", () => {
  it.each(["57P01", "57P02", "57P03", "08006", "08P01", "53100", "53300", "25006", "25P03", "57014"])(
    "with the state %s is answered with 503 [found K6]",
    (code) => {
      expect(mapDatabaseError(state(code))).toMatchObject({ code: "unavailable", status: 503 });
      expect(mapDatabaseError(new Error("outer", { cause: state(code) }))).toMatchObject({ code: "unavailable" });
    },
  );

  it.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"])(
    "of the way to it (%s) is answered with 503, and its connection is of no use [found K6]",
    (code) => {
      expect(mapDatabaseError(state(code))).toMatchObject({ code: "unavailable" });
      expect(isLost(state(code))).toBe(true);
    },
  );

  it("of a server's socket that is not there is answered with 503, unlike a missing file", () => {
    const missing = (syscall: string) => Object.assign(new Error("no such file"), { code: "ENOENT", syscall });
    expect(mapDatabaseError(missing("connect"))).toMatchObject({ code: "unavailable" });
    expect(isLost(missing("connect"))).toBe(true);
    expect(isUnavailable(missing("open"))).toBe(false);
  });

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Query read timeout",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
  ])("that only the driver knows (%s) is answered with 503 [found K6]", (message) => {
    expect(mapDatabaseError(new Error(message))).toMatchObject({ code: "unavailable" });
    expect(isLost(new Error(message))).toBe(true);
  });

  it("of another kind keeps its meaning", () => {
    expect(mapDatabaseError(state("23505"))).toMatchObject({ code: "already_exists" });
    expect(mapDatabaseError(state("40001"))).toMatchObject({ message: "answered" });
    expect([isUnavailable(state("42P01")), isUnavailable(new Error("anything")), isLost(state("53300"))]).toEqual([
      false,
      false,
      false,
    ]);
    const own = new AppError("conflict");
    expect(mapDatabaseError(own)).toBe(own);
  });
});
