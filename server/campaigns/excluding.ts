import { isUserId } from "#server/channels/outbound/addressing.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { optedOutAmong } from "#server/contacts/opting-out.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import type { TemplateRow } from "#server/templates/access.ts";
import { contactValue, fill } from "#server/templates/filling.ts";
import { withheldSince } from "#server/templates/messages/counting.sql.ts";
import type { NewTemplateMessage } from "#server/templates/messages/template-messages.ts";
import { slotsOf } from "#server/templates/rules.ts";
import type { Media, Variables } from "#server/templates/schema.ts";
import { type Refusal, refusalOf } from "#server/templates/targeting.ts";
import { columnKey, type Recipient } from "./recipients.ts";
import type { Source } from "./schema.ts";

type Plan = {
  campaignId: string | null;
  template: TemplateRow;
  variables: Record<string, Source>;
  media: Media | null;
};

/** Who gets nothing: withheld by the platform, or opted out, whether or not there is a contact. */
type Spared = { withheld: ReadonlySet<string>; out: ReadonlyMap<string, Date> };

type SortedRecipient = { recipient: Recipient; message: NewTemplateMessage };

function sourceValue(source: Source, recipient: Recipient): string {
  if (source.from === "text") return source.value;
  const found =
    source.from === "column"
      ? (recipient.columns[columnKey(source.value)] ?? "")
      : recipient.contact
        ? contactValue(recipient.contact, source.value)
        : columnKey(source.value) === "name"
          ? recipient.name
          : "";
  return found.trim() === "" ? source.fallback : found;
}

/** What fills the template for one recipient: as mapped, else a column of the same name, else the contact. */
export function valuesFor(plan: Pick<Plan, "template" | "variables">, recipient: Recipient) {
  const given: Variables = {};
  for (const { key } of slotsOf(plan.template.components)) {
    const source = plan.variables[key];
    const value = source ? sourceValue(source, recipient) : (recipient.columns[columnKey(key)] ?? "");
    if (value !== "") given[key] = value;
  }
  const { contact, name } = recipient;
  const stranger = { name, email: "", phone: "", internationalPhoneNumber: recipient.phone, customFields: {} };
  return fill(plan.template.components, given, contact ?? stranger);
}

/**
 * Goes through an audience once and decides for each recipient whether to send and why not. Each number counts once.
 */
export class RecipientSorter {
  private readonly actor: Actor;
  private readonly plan: Plan;
  private readonly now: Date;
  private readonly seen = new Set<string>();
  /** Read once for the whole audience. */
  private held: Promise<Set<string>> | undefined;

  constructor(actor: Actor, plan: Plan, now: Date) {
    this.actor = actor;
    this.plan = plan;
    this.now = now;
  }

  async sort(recipients: readonly Recipient[]): Promise<SortedRecipient[]> {
    const out = await optedOutAmong(
      this.actor.companyId,
      recipients.map(({ phone }) => phone),
    );
    this.held ??= this.withheld();
    const spared = { withheld: await this.held, out };
    return recipients.map((recipient) => ({ recipient, message: this.templateMessageOf(recipient, spared) }));
  }

  /** Numbers for which the platform withheld marketing in the last day: they are not tried again so soon. */
  private async withheld(): Promise<Set<string>> {
    if (this.plan.template.category !== "MARKETING") return new Set();
    return withheldSince(this.actor.companyId, new Date(this.now.getTime() - 24 * 3_600_000));
  }

  private templateMessageOf(recipient: Recipient, spared: Spared): NewTemplateMessage {
    const { template, campaignId, media } = this.plan;
    const { values, missing } = valuesFor(this.plan, recipient);
    const key = isUserId(recipient.phone) ? recipient.phone : (phoneKeys(recipient.phone)[0] ?? "");
    const refused = this.refusal(recipient, key, spared, missing);
    if (refused === null) this.seen.add(key);
    const reason = refused ? refusalOf(refused, refused === "missing_variable" ? missing.join(", ") : "") : null;
    return {
      campaignId,
      channelId: template.channelId,
      templateId: template.id,
      contactId: recipient.contact?.id ?? null,
      destination: recipient.phone || recipient.written,
      recipientKey: reason ? null : key,
      name: recipient.name,
      variables: values,
      media,
      status: reason ? "invalid" : "pending",
      failureCode: reason?.failureCode ?? null,
      failureReason: reason?.failureReason ?? null,
    };
  }

  private refusal(
    { contact, phone, columns }: Recipient,
    key: string,
    { withheld, out }: Spared,
    missing: readonly string[],
  ): Refusal | null {
    if (!contact && columns.unknown !== undefined && phone === "") return "contact_not_found";
    if (key === "") return "no_phone";
    if (contact?.optedOutAt || out.has(phone)) return "opted_out";
    if (this.seen.has(key)) return "duplicate";
    if (withheld.has(phone)) return "recently_withheld";
    return missing.length > 0 ? "missing_variable" : null;
  }
}
