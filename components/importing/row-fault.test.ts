import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { hiddenIn } from "./hidden-keys.ts";
import { rowFaultWord } from "./row-fault.ts";

const word = (field: string, code: string, message = "") => rowFaultWord({ field, code, message });

it("says what is wrong with a cell in words of the reader's language", () => {
  expect(word("", "required")).toBe("noOne");
  expect(word("email", "invalid_format")).toBe("email");
  expect(word("phone", "invalid_phone", "Not a phone number.")).toBe("phone");
  expect(word("phone", "invalid_phone", "A spreadsheet has shortened this number.")).toBe("shortened");
  expect(word("assignedTo", "unknown_reference", "Several of the team are called that.")).toBe("owners");
  expect(word("assignedTo", "unknown_reference", "Nobody of the team is called that.")).toBe("owner");
  expect(word("name", "too_big", "name must have at most 255 characters.")).toBe("tooLong");
  expect(word("tags", "too_many")).toBe("tooMany");
  expect(word("customFields.size", "invalid_value")).toBeUndefined();
});

it("knows by what a role may not find people from the refusal, and nothing from any other", () => {
  const refused = (extra: unknown) => hiddenIn(new CallError("No.", { data: { error: "forbidden", extra } }));
  expect(refused({ hidden: ["email", "phone"] })).toEqual(["email", "phone"]);
  expect(refused(null)).toEqual([]);
  expect(hiddenIn(new Error("away"))).toEqual([]);
});
