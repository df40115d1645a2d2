import { systemActor } from "#server/core/actor.ts";
import { openTenantPool } from "#server/db/pool.ts";
import { openSystemPool } from "#server/db/system.ts";
import { ownNumber } from "#server/kit/presence/presence.ts";
import { claimNext, keepClaim, noteLeaving } from "#server/messages/queue/send-queue.ts";

/** A process that claims a conversation's next message, keeps the claim, and never sends. It says its number. */
const [companyId = "", conversationId = "", moment = ""] = process.argv.slice(2);
const url = process.env.DATABASE_URL ?? "";
openTenantPool(url, 2);
openSystemPool(url, 2);
const actor = systemActor(companyId);
const { claimed } = await claimNext.execute(actor, { conversationId });
const claim = { messageId: claimed?.message.id ?? "", attempt: claimed?.attempts ?? 0 };
if (moment === "leaving") await noteLeaving.execute(actor, claim);
setInterval(() => void keepClaim.execute(actor, claim), 500);
process.stdout.write(`${await ownNumber()}\n`);
