import { afterEach, describe, expect, it } from "vitest";
import { failureOf } from "../api.ts";
import { CallError } from "../trpc/call-error.ts";
import { failureTeller } from "./failure-words.ts";
import { speakFailures } from "./speaking.ts";

let forget = (): void => undefined;
afterEach(() => forget());

function told(error: string, message: string, detail?: { field: string; code: string; message: string }): string {
  const data = { error, httpStatus: 400, details: detail ? [detail] : null };
  return failureOf(new CallError(message, { data })).message;
}
const field = (name: string, code: string, message: string) =>
  told("validation_error", `${name}: ${message}`, { field: name, code, message });

describe("what the server refuses, in the reader's words", () => {
  it("stays as it is where no language is known yet, but for words that are a program's", () => {
    expect(field("name", "taken", "Another one is called so.")).toBe("name: Another one is called so.");
    expect(told("unauthorized", "Sign in or send a valid token.")).toBe("");
  });

  it("never speaks of tokens to a person whose session has ended", () => {
    forget = speakFailures(failureTeller((word) => `<${word}>`));
    expect(told("unauthorized", "Sign in or send a valid token.")).toBe("<ended>");
    expect(told("unavailable", "The service is not available right now.")).toBe("<away>");
  });

  it("says what is wrong with a field, by its code or by what it holds", () => {
    forget = speakFailures(failureTeller((word) => `<${word}>`));
    expect(field("email", "invalid_format", "Not an email address.")).toBe("<email>");
    expect(field("phone", "invalid_phone", "Not a phone number.")).toBe("<phone>");
    expect(field("from", "invalid_range", "from must be before to.")).toBe("<range>");
    expect(field("name", "too_big", "name must have at most 255 characters.")).toBe("<tooLong>");
    expect(field("name", "too_small", "name must not be empty.")).toBe("<required>");
    expect(field("name", "invalid_type", "name is required.")).toBe("<required>");
  });

  it("keeps the server's words where it has none that say as much", () => {
    forget = speakFailures(failureTeller((word) => `<${word}>`));
    expect(field("hours", "too_big", "hours must be at most 24.")).toBe("hours: hours must be at most 24.");
    expect(told("conflict", "The owner was changed meanwhile.")).toBe("The owner was changed meanwhile.");
  });
});
