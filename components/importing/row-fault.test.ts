import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import { hiddenIn } from "./hidden-keys.ts";
import { rowFaultWord } from "./row-fault.ts";

const word = (field: string, code: string) => rowFaultWord({ field, code });

it("says what is wrong with a cell in words of the reader's language", () => {
  expect(word("", "required")).toBe("noOne");
  expect(word("email", "invalid_format")).toBe("email");
  expect(word("phone", "invalid_phone")).toBe("phone");
  expect(word("phone", "shortened_number")).toBe("shortened");
  expect(word("assignedTo", "ambiguous_reference")).toBe("owners");
  expect(word("assignedTo", "unknown_reference")).toBe("owner");
  expect(word("name", "too_big")).toBe("tooLong");
  expect(word("tags.3", "too_big")).toBe("tooLong");
  expect(word("tags", "too_big")).toBe("tooMany");
  expect(word("rating", "too_big")).toBeUndefined();
  expect(word("tags", "too_many")).toBe("tooMany");
  expect(word("customFields.size", "invalid_value")).toBeUndefined();
});

it("knows by what a role may not find people from the refusal, and nothing from any other", () => {
  const refused = (extra: unknown) => hiddenIn(new CallError("No.", { data: { error: "forbidden", extra } }));
  expect(refused({ hidden: ["email", "phone"] })).toEqual(["email", "phone"]);
  expect(refused(null)).toEqual([]);
  expect(hiddenIn(new Error("away"))).toEqual([]);
});
