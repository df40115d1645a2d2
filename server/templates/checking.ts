import { buttonsOf, type Draft, type Fault, fillText, isPositional, partOf, variablesOf } from "./rules.ts";
import type { TemplateButton, TemplateComponent } from "./schema.ts";

/** Pure, for the browser too: the platform's rules for templates (channels.md 2.7), checked while typing. */

type Note = (field: string, code: string, message: string, severity?: Fault["severity"]) => void;

const limits = { HEADER: 60, BODY: 1024, FOOTER: 60, BUTTONS: 0 } as const;

function checkVariables(component: TemplateComponent, field: string, note: Note): void {
  const text = component.text ?? "";
  const names = variablesOf(text);
  if (/\{\{|\}\}/.test(fillText(text, Object.fromEntries(names.map((name) => [name, ""])))))
    note(field, "invalid_variable", "A variable is written {{1}} or {name}: letters, digits and underscores.");
  if (names.length === 0) return;
  if (component.type === "FOOTER") note(field, "no_variables", "A footer holds no variables.");
  const numbers = names.filter(isPositional).map(Number);
  if (numbers.length > 0 && numbers.length < names.length)
    note(field, "mixed_variables", "Use numbers or names for the variables, not both.");
  const wanted = Math.max(0, ...numbers);
  if (numbers.length > 0 && (wanted !== numbers.length || numbers.includes(0)))
    note(field, "variables_not_consecutive", "Variables count {{1}}, {{2}}, {{3}} ... without gaps.");
  if (component.type === "HEADER" && names.length > 1)
    note(field, "too_many_variables", "A header holds at most one variable.");
}

/** What the platform usually refuses, but only when it reviews. */
function warnOfWording(component: TemplateComponent, field: string, note: Note): void {
  const text = (component.text ?? "").trim();
  const names = variablesOf(text);
  if (component.type !== "BODY" || names.length === 0) return;
  const bare = text.replace(/\{\{\s*\w+\s*\}\}|\{[A-Za-z_]\w*\}/g, "§");
  if (bare.startsWith("§") || bare.endsWith("§"))
    note(field, "variable_at_edge", "The platform refuses a variable at the very beginning or end.", "warning");
  if (/§\s*§/.test(bare))
    note(field, "variables_adjacent", "The platform refuses variables side by side: put words between.", "warning");
  const words = bare.replaceAll("§", " ").trim().split(/\s+/).filter(Boolean).length;
  if (words < names.length * 2 + 1)
    note(field, "too_few_words", "Too many variables for so few words: add text or drop variables.", "warning");
}

function checkText(component: TemplateComponent, at: string, draft: Draft, note: Note): void {
  if (component.type === "BUTTONS") return;
  const text = component.text ?? "";
  const field = `${at}.text`;
  const isMedia = component.type === "HEADER" && (component.format ?? "TEXT") !== "TEXT";
  const fixed = component.type !== "HEADER" && draft.category === "AUTHENTICATION";
  if (isMedia && text !== "") note(field, "unexpected", "Only a header of format TEXT has a text.");
  if (!isMedia && !fixed && text.trim() === "") note(field, "required", "Write the text.");
  const most = limits[component.type];
  if (text.length > most) note(field, "too_long", `At most ${most} characters.`);
  checkVariables(component, field, note);
  warnOfWording(component, field, note);
}

function checkUrl(button: TemplateButton, at: string, note: Note): void {
  const url = button.url ?? "";
  const names = variablesOf(url);
  const bare = fillText(url, Object.fromEntries(names.map((name) => [name, "x"])));
  if (!URL.canParse(bare) || !/^https?:$/.test(new URL(bare).protocol))
    note(`${at}.url`, "invalid_url", "An http or https address.");
  if (url.length > 2000) note(`${at}.url`, "too_long", "At most 2000 characters.");
  if (names.length > 1 || (names.length === 1 && !/\}$/.test(url.trim())))
    note(`${at}.url`, "invalid_variable", "One variable, at the end of the address.");
}

function checkButton(button: TemplateButton, at: string, note: Note): void {
  const text = button.text ?? "";
  const labelled = button.type !== "COPY_CODE" && button.type !== "OTP";
  if (labelled && text.trim() === "") note(`${at}.text`, "required", "Write the button's text.");
  if (text.length > 25) note(`${at}.text`, "too_long", "At most 25 characters.");
  if (variablesOf(text).length > 0) note(`${at}.text`, "no_variables", "A button's text holds no variables.");
  if (button.type === "URL") checkUrl(button, at, note);
  if (button.type === "PHONE_NUMBER" && !/^\+?\d{5,20}$/.test((button.phone_number ?? "").replace(/[\s()-]/g, "")))
    note(`${at}.phone_number`, "invalid_format", "A phone number with + and the country code.");
  const code = Array.isArray(button.example) ? button.example[0] : button.example;
  if (button.type === "COPY_CODE" && (!code || code.length > 15))
    note(`${at}.example`, "invalid_format", "An example code of 1 to 15 characters.");
}

const mostOf: Record<string, number> = { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1, OTP: 1 };

function checkButtons(component: TemplateComponent, at: string, note: Note): void {
  const buttons = component.buttons ?? [];
  const field = `${at}.buttons`;
  if (buttons.length === 0) note(field, "required", "Add a button, or leave BUTTONS out.");
  if (buttons.length > 10) note(field, "too_many", "At most 10 buttons.");
  for (const [type, most] of Object.entries(mostOf)) {
    if (buttons.filter((one) => one.type === type).length > most)
      note(field, "too_many", `At most ${most} of ${type.toLowerCase().replace("_", " ")}.`);
  }
  const groups = buttons.filter(
    (one, index) => one.type === "QUICK_REPLY" && buttons[index - 1]?.type !== "QUICK_REPLY",
  );
  if (groups.length > 1) note(field, "interleaved", "Keep the quick replies together.");
  for (const [index, button] of buttons.entries()) checkButton(button, `${field}.${index}`, note);
}

/** Every fault of a draft; errors refuse it here, warnings are what the platform will probably say. */
export function checkTemplate(draft: Draft): Fault[] {
  const faults: Fault[] = [];
  const note: Note = (field, code, message, severity = "error") => faults.push({ field, code, message, severity });
  const { components } = draft;
  if (components.filter((one) => one.type === "BODY").length !== 1)
    note("components", "body_required", "A template has exactly one BODY.");
  for (const type of ["HEADER", "FOOTER", "BUTTONS"]) {
    if (components.filter((one) => one.type === type).length > 1)
      note("components", "repeated", `A template has at most one ${type}.`);
  }
  for (const [index, component] of components.entries()) {
    const at = `components.${index}`;
    checkText(component, at, draft, note);
    if (component.type === "BUTTONS") checkButtons(component, at, note);
  }
  const used = [partOf(components, "HEADER"), partOf(components, "BODY")].map((one) => variablesOf(one?.text ?? ""));
  const [header = [], body = []] = used;
  if (header.length > 0 && body.length > 0 && isPositional(header[0] ?? "") !== isPositional(body[0] ?? ""))
    note("components", "mixed_variables", "Header and body name their variables in the same way.");
  if (draft.category !== "AUTHENTICATION" && buttonsOf(components).some((one) => one.type === "OTP"))
    note("components", "otp_only_for_authentication", "A one-time password needs the category AUTHENTICATION.");
  return faults;
}
