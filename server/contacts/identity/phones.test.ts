import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsOf, internationalDigits, phoneKeys } from "./phones.ts";

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(""));
const area = fc.constantFrom("11", "21", "31", "47", "51", "61", "71", "85", "92", "98");
const sameLine = (a: string[], b: string[]) => a.some((key) => b.includes(key));

/** The same digits with the marks people put between them. */
const dressed = (number: string) =>
  fc
    .array(fc.constantFrom("", "", " ", "-", ".", " (", ") "), { minLength: number.length, maxLength: number.length })
    .map((marks) => [...number].map((digit, index) => (index === 0 ? digit : marks[index] + digit)).join(""));

describe("international digits", () => {
  it.each([
    ["+54 11 15 2345-6789", undefined, "5491123456789"],
    ["011 15 2345-6789", "AR", "5491123456789"],
    ["5491123456789", "US", "5491123456789"],
    ["0034 600 123 456", undefined, "34600123456"],
    ["600 123 456", "ES", "34600123456"],
    ["(212) 555-2368", "US", "12125552368"],
    ["+1 212 555 2368 ext. 5", undefined, "12125552368"],
    ["+52 1 55 1234 5678", undefined, "525512345678"],
    ["044 55 1234 5678", "MX", "525512345678"],
    ["11 98765-4321", "BR", "5511987654321"],
    ["600 123 456", undefined, ""],
    ["call me", "AR", ""],
    ["", "AR", ""],
  ])("reads %s in %s", (phone, country, expected) => {
    expect(internationalDigits(phone, country)).toBe(expected);
  });
});

describe("phone keys", () => {
  it("match an Argentine mobile with and without its 9, and typed with 15", () => {
    fc.assert(
      fc.property(fc.constantFrom("11"), fc.integer({ min: 2, max: 7 }), digits(7), (code, first, rest) => {
        const local = `${first}${rest}`;
        const keys = phoneKeys(`549${code}${local}`);
        expect(sameLine(keys, phoneKeys(`+54 ${code} ${local}`))).toBe(true);
        expect(sameLine(keys, phoneKeys(`+54 9 ${code} ${local}`))).toBe(true);
        expect(sameLine(keys, phoneKeys(`0${code} 15 ${local}`, "AR"))).toBe(true);
      }),
    );
  });

  it("match a Brazilian mobile with and without its ninth digit", () => {
    fc.assert(
      fc.property(area, fc.integer({ min: 6, max: 9 }), digits(7), (code, first, rest) => {
        expect(sameLine(phoneKeys(`55${code}9${first}${rest}`), phoneKeys(`55${code}${first}${rest}`))).toBe(true);
      }),
    );
  });

  it("do not match a Brazilian landline with the mobile of the same digits", () => {
    fc.assert(
      fc.property(area, fc.integer({ min: 2, max: 5 }), digits(7), (code, first, rest) => {
        expect(sameLine(phoneKeys(`55${code}9${first}${rest}`), phoneKeys(`55${code}${first}${rest}`))).toBe(false);
      }),
    );
  });

  it("match a Mexican number with and without its 1", () => {
    fc.assert(
      fc.property(fc.constantFrom("55", "33", "81"), digits(8), (code, rest) => {
        expect(sameLine(phoneKeys(`521${code}${rest}`), phoneKeys(`52${code}${rest}`))).toBe(true);
      }),
    );
  });

  it("do not depend on how the digits are written", () => {
    const number = fc.constantFrom("5491123456789", "5511987654321", "5215512345678", "34600123456", "12125552368");
    fc.assert(
      fc.property(
        number.chain((plain) => fc.tuple(fc.constant(plain), dressed(plain))),
        ([plain, written]) => {
          expect(phoneKeys(`+${written}`)).toEqual(phoneKeys(`+${plain}`));
        },
      ),
    );
  });

  it("match exactly when the variants agree: the relation is symmetric, and one digit more or less breaks it", () => {
    const codes = fc.constantFrom("549", "54", "55", "521", "52", "34", "1", "44");
    fc.assert(
      fc.property(
        codes,
        digits(10),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (code, rest, at, by) => {
          const keys = phoneKeys("", undefined, code + rest);
          const changed = [...rest].map((digit, index) => (index === at ? (Number(digit) + by) % 10 : digit)).join("");
          expect(keys.every((key) => sameLine(phoneKeys("", undefined, key), keys))).toBe(true);
          expect(sameLine(phoneKeys("", undefined, code + changed), keys)).toBe(false);
        },
      ),
    );
  });

  it("are none for what is too short to be a number, and never fail on any text", () => {
    expect(phoneKeys("12345", "AR")).toEqual([]);
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.constantFrom(undefined, "AR", "XX", "BR"), (text, country) => {
        for (const key of phoneKeys(text, country)) expect(key).toBe(digitsOf(key));
      }),
    );
  });
});
