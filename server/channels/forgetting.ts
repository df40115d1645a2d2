import { z } from "zod";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { countReceived, emptyPayloads } from "./forgetting.sql.ts";

type Visitor = { companyId: string; channelId: string; visitorId: string };

/**
 * Deletes what the channel knows of a platform's user with their last conversation, and what waits of their past in a
 * phone's app. That they want nothing in bulk is known without it (server/contacts/opting-out.ts).
 */
export async function forgetIdentity(_: unknown, { companyId, channelId, visitorId }: Visitor): Promise<void> {
  const own = { companyId, channelId, visitorId };
  const known = await prisma.channelIdentity.findMany({ where: own, select: { phone: true, userId: true } });
  const ids = [visitorId, ...known.flatMap(({ phone, userId }) => [phone, userId ?? ""])].filter((id) => id !== "");
  const past = { OR: [{ person: { in: ids } }, { kind: "contact" as const, key: { in: ids } }] };
  await prisma.importItem.deleteMany({ where: { companyId, channelId, ...past } });
  await prisma.channelIdentity.deleteMany({ where: own });
}

/** Small enough that no row stays locked for long. */
const batchSize = 200;

/** A person by their number and by the platform's own id, side by side. */
const pairs = [
  ["wa_id", "user_id"],
  ["from", "from_user_id"],
  ["to", "to_user_id"],
  ["recipient_id", "recipient_user_id"],
] as const;

/** What else a payload calls somebody. */
function* othersIn(value: unknown, platformId: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const own = value as Record<string, unknown>;
  for (const pair of pairs) {
    const [one, other] = pair.map((name) => own[name]);
    if (one === platformId && typeof other === "string") yield other;
    if (other === platformId && typeof one === "string") yield one;
  }
  for (const inner of Object.values(own)) yield* othersIn(inner, platformId);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A platform's body that is no JSON was rejected, and names nobody in pairs.
    return null;
  }
}

/**
 * Empties the payloads in which a platform's webhooks named a person. `others`: what else they are called there.
 * `waiting`: payloads that are still to be dealt with, so that the caller comes back for them.
 */
export const forgetPayloads = command({
  name: "channels.forgetPayloads",
  access: "system",
  input: z.object({ channelId: z.uuid(), platformId: z.string().min(5) }),
  output: z.object({ more: z.boolean(), others: z.array(z.string()), waiting: z.int() }),
  example: (given) => ({ channelId: given.emptyPhaseId ?? "", platformId: "5491155550000" }),
  async run({ actor, input }) {
    const named = { ...input, companyId: actor.companyId };
    const emptied = await emptyPayloads(named, batchSize);
    const others = new Set(emptied.flatMap((body) => [...othersIn(parsed(body), input.platformId)]));
    return { more: emptied.length === batchSize, others: [...others], waiting: await countReceived(named) };
  },
});
