import { expect, it } from "vitest";
import { checkTemplate } from "#server/templates/checking.ts";
import { completed } from "#server/templates/rules.ts";
import { createTemplateInput, type TemplateComponent } from "#server/templates/schema.ts";
import { componentsOf, draftOf, emptyDraft, faultsOf, nameFrom, nextNumber, samplesOf } from "./template-draft.ts";

const known = { channelId: "c", elementName: "order", language: "es_AR", category: "MARKETING" as const };
const components: TemplateComponent[] = [
  { type: "HEADER", format: "TEXT", text: "Our {{1}} is on", example: { header_text: ["sale"] } },
  { type: "BODY", text: "Hello {{1}}, use {{2}} today please.", example: { body_text: [["Ana", "25OFF"]] } },
  { type: "FOOTER", text: "Reply STOP to opt out" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Stop" },
      { type: "URL", text: "Shop", url: "https://shop.example/{{1}}", example: ["summer"] },
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+16467043595" },
      { type: "COPY_CODE", example: "25OFF" },
    ],
  },
];

it("gives back the parts it was made of", () => {
  expect(componentsOf(draftOf(known, components))).toEqual(components);
  expect(completed(componentsOf(draftOf(known, components)))).toEqual(completed(components));
});

it("keeps named variables and their samples", () => {
  const body = {
    type: "BODY" as const,
    text: "Hello {name}, good to see you.",
    example: { body_text_named_params: [{ param_name: "name", example: "Eva" }] },
  };
  const draft = draftOf(known, [body]);
  expect(draft.examples).toEqual({ name: "Eva" });
  expect(componentsOf(draft)).toEqual([body]);
});

it("asks a sample for each variable, the header's number apart from the body's", () => {
  const draft = { ...emptyDraft, headerFormat: "TEXT" as const, headerText: "For {{1}}", body: "Hi {{1}} and {{2}}" };
  expect(samplesOf(draft).map(({ key }) => key)).toEqual(["header", "1", "2"]);
});

it("tells each fault at its part of the editor", () => {
  const draft = {
    ...emptyDraft,
    headerFormat: "TEXT" as const,
    headerText: "x".repeat(61),
    body: "{{1}} has the order",
    footer: "Bye {{1}}",
    buttons: [{ id: "a", type: "URL" as const, text: "Go", url: "nowhere", phone: "", example: "" }],
  };
  const faults = faultsOf(draft);
  expect(faults.header).toEqual([{ code: "too_long", warning: false }]);
  expect(faults.body).toContainEqual({ code: "variable_at_edge", warning: true });
  expect(faults.footer).toEqual([{ code: "no_variables", warning: false }]);
  expect(faults["buttons.0.url"]).toEqual([{ code: "invalid_url", warning: false }]);
});

it("writes one-time passwords in a form the service takes", () => {
  const draft = { ...emptyDraft, category: "AUTHENTICATION" as const, body: "left over" };
  const parts = createTemplateInput.shape.components.parse(componentsOf(draft));
  expect(checkTemplate({ category: "AUTHENTICATION", components: parts })).toEqual([]);
  expect(parts.map(({ type }) => type)).toEqual(["BODY", "FOOTER", "BUTTONS"]);
});

it("counts variables on and turns a title into a name", () => {
  expect(nextNumber("a {{1}} b {{3}}")).toBe(4);
  expect(nameFrom("Promoción de Otoño 2027")).toBe("promocion_de_otono_2027");
});
