import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { CallError } from "#components/live/trpc/call-error.ts";
import companies from "#i18n/en/companies.json" with { type: "json" };
import { parseInput } from "#server/core/input.ts";
import { type Refusals, useRefusals } from "./refusals.ts";

const words = companies.faults.fields;

function refusals(): Refusals {
  let made: Refusals | undefined;
  function Form() {
    made = useRefusals();
    return null;
  }
  const inside = { locale: "en" as const, timeZone: "UTC", messages: { companies }, children: createElement(Form) };
  renderToStaticMarkup(createElement(NextIntlClientProvider, inside));
  if (!made) throw new Error("not drawn");
  return made;
}

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const refused = (field: string, code = "unknown_reference", message = "No such record.") =>
  new CallError("refused", { data: { error: "validation_error", details: [{ field, code, message }] } });

it("says a fault by its path and by each name in it, wherever a form shows the field", () => {
  const { of } = refusals();
  const shown = { "credentials.accessToken": ["credentials.accessToken", "accessToken"], "options.1": ["options"] };
  for (const [field, keys] of Object.entries({
    ...shown,
    "settings.aiEndpoints.0": ["aiEndpoints"],
    "templates.2.templateId": ["templates.2.templateId"],
    "files.0": ["files"],
    "channelIds.0": ["channelIds"],
    "customHeaders.X-Key": ["customHeaders"],
    roleId: ["roleId"],
  }))
    for (const key of keys) expect([key, of(refused(field)).fields[key]]).toEqual([key, words.invalid]);
  expect(of(refused("credentials.pageId", "required"), {}).fields.pageId).toBe(words.required);
});

it("says the bound of a number, the variable that nobody knows, and that a text is too long", () => {
  const { of } = refusals();
  const shape = z.object({ days: z.int().min(1).max(365), name: z.string().max(3) });
  const said = (given: z.input<typeof shape>) => {
    const data = errorOf(() => parseInput(shape, given));
    return of(new CallError("refused", { data }), given).fields;
  };
  expect(said({ days: 900, name: "Wide" })).toEqual({ days: "Choose at most 365.", name: words.tooLong });
  expect(said({ days: 0, name: "W" })).toEqual({ days: "Choose at least 1." });
  const text = of(refused("text", "invalid_value", "{{contact.foo}} is no variable. There are contact.name."));
  expect(text.fields.text).toBe("{{contact.foo}} is not a known variable.");
});

it("says who is not signed in any more, and what was changed meanwhile", () => {
  const { sentence } = refusals();
  const of = (error: string) => sentence(new CallError("refused", { data: { error } }));
  expect(of("unauthorized")).toBe(companies.faults.signedOut);
  expect(of("precondition_failed")).toBe(companies.faults.conflict);
});

it("asks to fill in what holds nothing but spaces", () => {
  const schema = z.object({ name: z.string().trim().min(1) });
  const error = errorOf(() => parseInput(schema, { name: "   " }));
  const { ofBody } = refusals();
  const body = { error: "validation_error", details: Reflect.get(Object(error), "details") };
  expect(ofBody(body, { name: "   " }).fields.name).toBe(words.required);
});
