import { newId } from "#server/base/ids.ts";
import { fitsCustomFields } from "#server/contacts/editing.ts";
import type { ContactRow } from "#server/contacts/row.ts";
import { maxTags } from "#server/contacts/schema.ts";
import type { ImportKey, ImportOutcome } from "./choices.ts";
import { type Parsed, type Said, unfitFault } from "./parsing.ts";
import type { ImportOptions, RowFault } from "./schema.ts";

/** A contact as a batch of rows leaves it; `before` null: a new one. */
export type Draft = { before: ContactRow | null; after: Drafted; notes: string[] };

/** `formerKeys`: of contacts that were merged into it. */
type Drafted = ContactRow & { formerKeys?: readonly string[] };

export type Done = { position: number; outcome: ImportOutcome; draft: Draft | null; faults: RowFault[] };

type Making = { companyId: string; channelId: string | null; now: Date };

function blank({ companyId, channelId, now }: Making): Drafted {
  const texts = { name: "", email: "", phone: "", internationalPhoneNumber: "", externalId: "", emailKey: "" };
  const traces = { utmSource: "", utmMedium: "", utmCampaign: "", gclid: "", conversionUrl: "", refererTracking: "" };
  return {
    companyId,
    id: newId(),
    channelId,
    conversationId: null,
    ...texts,
    phoneKeys: [],
    status: "new",
    subStatus: "",
    message: "",
    assignedTo: null,
    rating: 0,
    entryMethod: "IMPORT",
    ...traces,
    device: "",
    tags: [],
    customFields: {},
    provisional: false,
    createdAt: now,
    updatedAt: now,
  };
}

function withTags(tags: readonly string[], more: readonly string[]): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  const fresh = more.filter((tag) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase()));
  return [...tags, ...fresh];
}

const isFormer = ({ formerKeys = [] }: Drafted, { externalId, emailKey }: Partial<ContactRow>) =>
  formerKeys.includes(externalId ? `externalId:${externalId}` : `email:${emailKey}`);

/** A row about somebody who went into this contact says nothing anew of who it is: what it has of its own stays. */
function withoutFormer(contact: Drafted, columns: Partial<ContactRow>): Partial<ContactRow> {
  if (!isFormer(contact, columns)) return columns;
  const { externalId, email, emailKey, phone, internationalPhoneNumber, phoneKeys, ...rest } = columns;
  return {
    ...rest,
    ...(externalId && !contact.externalId ? { externalId } : {}),
    ...(email && !contact.email ? { email, emailKey } : {}),
    ...(phone && !contact.phone ? { phone, internationalPhoneNumber, phoneKeys } : {}),
  };
}

/** What is said replaces; what is not said stays. */
function saidOver(contact: Drafted, { columns: given, custom, tags }: Said): Drafted {
  const columns = withoutFormer(contact, given);
  const customFields = { ...contact.customFields, ...custom };
  const identified = columns.email || columns.phone || columns.externalId ? { provisional: false } : {};
  return { ...contact, ...columns, ...identified, customFields, tags: withTags(contact.tags, tags) };
}

/** A value as it is kept is no change, though it fits its field no more: an export comes back. */
function withoutUnchanged(said: Said, unfit: Parsed["unfit"], kept: Readonly<Record<string, unknown>>): Said {
  const same = new Set(unfit.map(({ key }) => key).filter((key) => String(kept[key] ?? "") === said.custom[key]));
  if (same.size === 0) return said;
  return { ...said, custom: Object.fromEntries(Object.entries(said.custom).filter(([key]) => !same.has(key))) };
}

/** Who is who while a batch is worked through: contacts that are there, and those that its rows have made. */
export class Drafts {
  readonly changed = new Set<Draft>();
  private readonly byKey = new Map<string, Draft>();
  private readonly options: ImportOptions;
  private readonly making: Making;

  constructor(options: ImportOptions, making: Making) {
    this.options = options;
    this.making = making;
  }

  /** Those that the next rows may be about, the oldest first. */
  know(known: readonly Drafted[]): void {
    const drafts = known.map((before): Draft => ({ before, after: before, notes: [] }));
    for (const draft of drafts) this.name(draft);
    // Who has a key now comes before who had it once.
    for (const draft of drafts)
      for (const key of draft.after.formerKeys ?? []) if (!this.byKey.has(key)) this.byKey.set(key, draft);
  }

  /** The oldest keeps a key that several have. */
  private name(draft: Draft): void {
    const { externalId, emailKey, phoneKeys } = draft.after;
    const keys = [
      ...(externalId ? [`externalId:${externalId}`] : []),
      ...(emailKey ? [`email:${emailKey}`] : []),
      ...phoneKeys.map((key) => `phone:${key}`),
    ];
    for (const key of keys) if (!this.byKey.has(key)) this.byKey.set(key, draft);
  }

  private by(kind: ImportKey, columns: Partial<ContactRow>): Draft | undefined {
    if (kind === "externalId")
      return columns.externalId ? this.byKey.get(`externalId:${columns.externalId}`) : undefined;
    if (kind === "email") return columns.emailKey ? this.byKey.get(`email:${columns.emailKey}`) : undefined;
    return (columns.phoneKeys ?? []).map((key) => this.byKey.get(`phone:${key}`)).find((draft) => draft !== undefined);
  }

  /** Two ids of the company's own are two people, whatever else they share. */
  private find(columns: Partial<ContactRow>): Draft | undefined {
    const other = ({ after }: Draft) =>
      columns.externalId && after.externalId && after.externalId !== columns.externalId && !isFormer(after, columns);
    for (const kind of this.options.matchBy) {
      const found = this.by(kind, columns);
      if (found && !other(found)) return found;
    }
    return undefined;
  }

  private refusal({ columns }: Said, draft: Draft | undefined, after: ContactRow): RowFault | undefined {
    const holder = this.by("externalId", columns);
    if (holder && holder !== draft)
      return { field: "externalId", code: "already_exists", message: "Another contact has this externalId." };
    if (!fitsCustomFields(after.customFields))
      return { field: "customFields", code: "too_big", message: "With those it has, these are too many." };
    if (after.tags.length > maxTags) return { field: "tags", code: "too_many", message: `At most ${maxTags} tags.` };
    return undefined;
  }

  /** Takes a row in, and says how it ends. */
  add({ row: { position }, said: given, faults, unfit }: Parsed): Done {
    const found = faults.length > 0 ? undefined : this.find(given.columns);
    const said = withoutUnchanged(given, unfit, found?.after.customFields ?? {});
    const wrong = [...faults, ...unfit.filter(({ key }) => Object.hasOwn(said.custom, key)).map(unfitFault)];
    if (wrong.length > 0) return { position, outcome: "failed", draft: null, faults: wrong };
    if (found && this.options.existing === "skip") return { position, outcome: "skipped", draft: found, faults };
    const draft = found ?? { before: null, after: blank(this.making), notes: [] };
    const after = saidOver(draft.after, said);
    const refused = this.refusal(said, found, after);
    if (refused) return { position, outcome: "failed", draft: null, faults: [refused] };
    draft.after = after;
    if (said.note) draft.notes.push(said.note);
    this.changed.add(draft);
    this.name(draft);
    return { position, outcome: found ? "updated" : "created", draft, faults };
  }
}
