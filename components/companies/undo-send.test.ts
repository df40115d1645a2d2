import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import english from "#i18n/en/companies.json" with { type: "json" };
import spanish from "#i18n/es/companies.json" with { type: "json" };
import portuguese from "#i18n/pt/companies.json" with { type: "json" };

it("says one second as one", () => {
  const said = ([locale, companies]: readonly ["en" | "es" | "pt", typeof english], count: number) =>
    createTranslator({ locale, messages: { companies }, namespace: "companies.company" })("undoSendSeconds", { count });
  const languages = [
    ["en", english],
    ["es", spanish],
    ["pt", portuguese],
  ] as const;
  expect(languages.map((one) => said(one, 1))).toEqual(["1 second", "1 segundo", "1 segundo"]);
  expect(languages.map((one) => said(one, 10))).toEqual(["10 seconds", "10 segundos", "10 segundos"]);
});
