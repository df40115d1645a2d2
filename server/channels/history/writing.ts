import { z } from "zod";
import { importContact, quietly } from "#server/contacts/importing.ts";
import { importMessages, type PastMessage } from "#server/conversations/opening/importing.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { claimExternal, knownMessage } from "#server/messages/external.sql.ts";
import { type Identity, identify, knownIdentity, lockPerson } from "../inbound/identities.ts";
import { rememberMissing } from "../media/fetching.ts";
import { importTarget } from "./access.ts";
import { deleteItems, type Item, lockItems, setItemsAside } from "./imports.sql.ts";
import { pastContactSchema, pastMessageSchema } from "./schema.ts";

const batch = 100;
type Context = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;

const pieceInput = z.object({ channelId: z.uuid(), kind: z.enum(["message", "contact"]), person: z.string() });

/** Whose messages or address book entry to write next; skips what could not be written. */
export const nextImport = query({
  name: "channels.nextImport",
  access: "system",
  input: z.object({ channelId: z.uuid() }),
  output: z.object({ next: pieceInput.omit({ channelId: true }).nullable() }),
  example: (given) => ({ channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    // Names first, so that conversations are made with them.
    const next = await prisma.importItem.findFirst({
      where: { companyId: actor.companyId, channelId: input.channelId, error: null },
      select: { kind: true, person: true },
      orderBy: [{ kind: "asc" }, { person: "asc" }],
    });
    return { next };
  },
});

function itemsOf({ companyId }: Actor, { channelId, kind, person }: z.output<typeof pieceInput>): Promise<Item[]> {
  return lockItems({ companyId, channelId }, { kind, person }, batch);
}

async function writeContact(context: Context, channelId: string, item: Item): Promise<void> {
  const { phone, name } = pastContactSchema.parse(item.data);
  const person = { phone, userId: null, name: "", username: "" };
  await lockPerson(channelId, person);
  // The name that people give themselves is newer than an address book.
  const known = await knownIdentity(context, channelId, person);
  await identify(context, channelId, { ...person, name: known?.name || name });
  await importContact(context, { channelId, name, phone: `+${phone}`, entryMethod: "WHATSAPP" });
}

/** A team's message of the past was written on the phone app, as later echoes are. */
function pastMessage(item: Item, identity: Identity, channelId: string): PastMessage {
  const { out, status, content, quoted, forwarded } = pastMessageSchema.parse(item.data);
  const visitor = { fromType: "visitor", senderType: "visitor", sender: identity.visitorId } as const;
  const team = { fromType: "user", senderType: "externalOperator", sender: `elsewhere:${channelId}` } as const;
  const extra = {
    ...content.extra,
    ...(quoted ? { quoted: { messageId: null, externalId: quoted } } : {}),
    ...(forwarded ? { forwarded } : {}),
    ...(out ? { elsewhere: true } : {}),
  };
  return {
    ...(out ? { ...team, senderName: "WhatsApp app" } : { ...visitor, senderName: identity.name || identity.username }),
    ...{ type: content.type, text: content.text, attachments: content.attachments },
    ...{ status, extra, externalId: item.key, createdAt: item.at },
  };
}

async function writeMessages(
  context: Context,
  channelId: string,
  items: readonly Item[],
  told: boolean,
): Promise<number> {
  const { actor, now } = context;
  const first = items[0];
  if (!first) return 0;
  const { person } = pastMessageSchema.parse(first.data);
  await lockPerson(channelId, person);
  const fresh: Item[] = [];
  for (const item of items) if (!(await knownMessage(actor, channelId, item.key))) fresh.push(item);
  if (fresh.length === 0) return 0;
  const identity = await identify(context, channelId, person);
  const name = identity.name || identity.username;
  const phone = identity.phone ? `+${identity.phone}` : "";
  const quiet = told ? context : quietly(context);
  const contact = phone ? await importContact(quiet, { channelId, name, phone, entryMethod: "WHATSAPP" }) : undefined;
  const about = { channelId, visitorId: identity.visitorId, visitorName: name, visitorPhone: phone };
  const past = fresh.map((item) => pastMessage(item, identity, channelId));
  const { messages } = await importMessages(context, { ...about, contactId: contact?.id ?? null }, past, told);
  for (const [index, message] of messages.entries()) {
    const externalId = fresh[index]?.key ?? "";
    await claimExternal(actor, {
      channelId,
      externalId,
      message,
      status: message.fromType === "visitor" ? "read" : "sent",
    });
    const { missing } = pastMessageSchema.parse(fresh[index]?.data).content;
    if (missing.length > 0) await rememberMissing(actor, { channelId, externalId }, missing, now);
  }
  return messages.length;
}

/** Writes one person's next messages, or their entry of the address book; what is written waits no more. */
export const writeImport = command({
  name: "channels.writeImport",
  access: "system",
  input: pieceInput,
  output: z.object({ written: z.int() }),
  example: (given) => ({ channelId: given.channelId ?? "", kind: "message" as const, person: "5491155550000" }),
  async run(context) {
    const { actor, input, emit } = context;
    const { channelId, kind } = input;
    const target = await importTarget(actor, channelId);
    const items = await itemsOf(actor, input);
    if (!target || items.length === 0) return { written: 0 };
    let written = 0;
    if (kind === "message") written = await writeMessages(context, channelId, items, target.told);
    else for (const item of items) await writeContact(target.told ? context : quietly(context), channelId, item);
    const own = { companyId: actor.companyId, channelId };
    await deleteItems(own, { kind, keys: items.map(({ key }) => key) });
    await prisma.channelImport.updateMany({
      where: own,
      data: { messages: { increment: written }, contacts: { increment: kind === "contact" ? items.length : 0 } },
    });
    emit({ type: "channel/import", channelId, data: { id: channelId } });
    return { written };
  },
});

/** Sets aside what cannot be written, with the reason, so that it does not hold up the rest. */
export const skipImport = command({
  name: "channels.passOverImport",
  access: "system",
  input: pieceInput.extend({ error: z.string().max(1000) }),
  output: z.object({}),
  example: (given) => ({
    channelId: given.channelId ?? "",
    kind: "message" as const,
    person: "5491155550000",
    error: "x",
  }),
  async run({ actor, input }) {
    const items = await itemsOf(actor, input);
    const { channelId, kind, error } = input;
    const keys = items.map(({ key }) => key);
    await setItemsAside({ companyId: actor.companyId, channelId }, { kind, keys }, error);
    return {};
  },
});
