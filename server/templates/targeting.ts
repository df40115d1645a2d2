import { AppError, type FieldError } from "#server/base/errors.ts";
import { isUserId, numberIn } from "#server/channels/outbound/addressing.ts";
import { internationalDigits } from "#server/contacts/identity/phones.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import type { ReachableContact } from "#server/contacts/reaching.sql.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { TemplateRow } from "./access.ts";
import { fill } from "./filling.ts";
import { headerFault } from "./messages/header-files.ts";
import type { TemplateMessageRow } from "./messages/template-messages.ts";
import { partOf, variablesOf } from "./rules.ts";
import type { Media, Variables } from "./schema.ts";

/** Why a person gets no message: a code for programs, a sentence for people (J11). */
export const refusals = {
  contact_not_found: "There is no such contact.",
  no_phone: "The contact has no phone number that can be read.",
  missing_variable: "A variable of the template has no value.",
  opted_out: "The person wants no bulk messages any more.",
  duplicate: "Another recipient has the same number.",
  recently_withheld: "The platform withheld a message to this person in the last 24 hours.",
} as const;
export type Refusal = keyof typeof refusals;

export function refusalOf(code: Refusal, what = "") {
  return { failureCode: code, failureReason: what ? `${refusals[code]} (${what})` : refusals[code] };
}

/** The words of AUTHENTICATION templates are the platform's: until they have been read, a code has no place in them. */
export function isUnread({ category, components }: Pick<TemplateRow, "category" | "components">): boolean {
  return category === "AUTHENTICATION" && variablesOf(partOf(components, "BODY")?.text ?? "").length === 0;
}

export type OptedOut = Pick<ReachableContact, "optedOutAt">;

/** A person who has opted out gets no marketing, whoever sends it. */
export function isOptedOut({ category }: Pick<TemplateRow, "category">, person: OptedOut | null): boolean {
  return category === "MARKETING" && Boolean(person?.optedOutAt);
}

/** `phone`: what is written to may be nobody's, or another than the contact's; "": not known yet. */
export async function refuseOptedOut(template: TemplateRow, person: OptedOut | null, phone: string): Promise<void> {
  if (template.category !== "MARKETING") return;
  const out = person?.optedOutAt || (await optedOutAmong(template.companyId, [phone])).size > 0;
  if (!out) return;
  const message = refusals.opted_out;
  throw new AppError("conflict", {
    message,
    details: [{ field: "destination", code: "opted_out", message }],
    extra: { failureCode: "opted_out" },
  });
}

/** Why a template cannot be sent to a person now. */
export function blockOf(template: TemplateRow, person: OptedOut | null) {
  if (isUnread(template)) return "not_synchronized" as const;
  return isOptedOut(template, person) ? ("opted_out" as const) : null;
}

/** Whom a template message went to: the contact may be gone, the address another than theirs. */
export function personOf({ contactId, destination }: Pick<TemplateMessageRow, "contactId" | "destination">) {
  return { contactId, addresses: [destination] };
}

/** Whether a template may go to a person without a number: codes may not (131062). */
export function takesUserIds({ category }: Pick<TemplateRow, "category">): boolean {
  return category !== "AUTHENTICATION";
}

/** Digits with country code of a contact; "" when there is no number to write to. */
export function phoneOf(contact: Pick<ContactRow, "phone" | "internationalPhoneNumber">, country?: string): string {
  return contact.internationalPhoneNumber || internationalDigits(contact.phone, country);
}

export function destinationDigits(destination: string, country?: string): string {
  const digits = internationalDigits(destination, country);
  if (digits !== "") return digits;
  const message = "The destination is not a phone number: write it with + and the country code.";
  throw new AppError("validation_error", {
    message,
    details: [{ field: "destination", code: "invalid_phone", message }],
  });
}

type Visitor = Pick<ConversationRow, "visitorId" | "visitorPhone">;

/** Digits of the number that a conversation's person is written to by; "" where none is known. */
export function phoneOfVisitor(
  { visitorId, visitorPhone }: Visitor,
  contact: Pick<ContactRow, "phone" | "internationalPhoneNumber"> | null,
  country?: string,
): string {
  const written = phoneOf({ phone: visitorPhone, internationalPhoneNumber: "" }, country);
  return numberIn(visitorId) || written || (contact ? phoneOf(contact, country) : "");
}

/** The same, else the platform's id of who shows no number. */
export function addressOfVisitor(...[visitor, ...rest]: Parameters<typeof phoneOfVisitor>): string {
  return phoneOfVisitor(visitor, ...rest) || (isUserId(visitor.visitorId) ? visitor.visitorId : "");
}

/** Values for a single send; what is missing is named (J6). */
export async function fillOrRefuse(
  template: TemplateRow,
  given: Variables,
  media: Media | null,
  person: ReachableContact | null,
): Promise<Variables> {
  const { values, missing } = fill(template.components, given, person);
  const details: FieldError[] = missing.map((key) => {
    return { field: `variables.${key}`, code: "required", message: `The variable ${key} has no value.` };
  });
  const file = await headerFault(template, media);
  if (file) details.push(file);
  if (details.length > 0) throw new AppError("validation_error", { message: details[0]?.message ?? "", details });
  return values;
}
