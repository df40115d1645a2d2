import { expect, it } from "vitest";
import { companySettingsSchema } from "#server/companies/schema.ts";
import { currencyOf } from "./currencies.ts";

it("takes the currency that was chosen, else the country's, else the dollar [found U16]", () => {
  expect(currencyOf({ currency: "EUR", country: "AR" })).toBe("EUR");
  const countries = {
    AR: "ARS",
    BR: "BRL",
    ES: "EUR",
    MX: "MXN",
    US: "USD",
    GB: "GBP",
    EC: "USD",
    "": "USD",
    XX: "USD",
  };
  for (const [country, currency] of Object.entries(countries))
    expect(currencyOf({ currency: "", country })).toBe(currency);
});

it("accepts currencies of ISO 4217 only, and none [found U16]", () => {
  const parse = (currency: string) => companySettingsSchema.safeParse({ currency }).success;
  expect(["", "USD", "ARS"].every(parse)).toBe(true);
  expect(["usd", "US", "DOLLAR", "ZZ1"].some(parse)).toBe(false);
});
