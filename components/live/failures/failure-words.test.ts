import { afterEach, describe, expect, it } from "vitest";
import english from "#i18n/en/failures.json" with { type: "json" };
import spanish from "#i18n/es/failures.json" with { type: "json" };
import { errorTable } from "#server/base/errors.ts";
import { failureOf } from "../api.ts";
import { CallError } from "../trpc/call-error.ts";
import { codeSpeaker, failureTeller } from "./failure-words.ts";
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

  it("keeps the server's words in English where it has none that say as much", () => {
    forget = speakFailures(failureTeller((word) => `<${word}>`));
    expect(field("hours", "too_big", "hours must be at most 24.")).toBe("hours: hours must be at most 24.");
    expect(told("conflict", "The owner was changed meanwhile.")).toBe("The owner was changed meanwhile.");
  });

  it("is told by its code where the reader reads no English, whatever the server said", () => {
    forget = speakFailures(failureTeller((word) => `<${word}>`, codeSpeaker("es", spanish)));
    expect(told("conversation_closed", "The conversation is closed.")).toBe(spanish.conversation_closed);
    expect(told("limit_reached", "At most 50 tags.")).toBe(spanish.limit_reached);
    expect(field("hours", "too_big", "hours must be at most 24.")).toBe(spanish.validation_error);
    expect(field("email", "invalid_format", "Not an email address.")).toBe("<email>");
    const pixels = { field: "file", code: "too_many_pixels", message: "An image can have 50 megapixels at most." };
    expect(told("payload_too_large", pixels.message, pixels)).toBe("<pixels>");
    expect(told("payload_too_large", "A file can have 100 MB at most.")).toBe(spanish.payload_too_large);
    expect(told("unauthorized", "Sign in or send a valid token.")).toBe("<ended>");
    expect(told("a_code_of_tomorrow", "It is not so.")).toBe("<broken>");
  });

  it("has words for every code of the service", () => {
    const spoken = [...Object.keys(english), "unauthorized", "internal_error", "unavailable"];
    expect(spoken.sort()).toEqual(Object.keys(errorTable).sort());
  });
});
