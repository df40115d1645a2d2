import { day } from "#server/base/clock.ts";
import { idFloor } from "#server/base/ids.ts";
import { countOutdated } from "#server/conversations/list/outdated.sql.ts";
import { query } from "#server/core/operation.ts";
import { countOldEvents } from "#server/erasures/events.sql.ts";
import { countOldMessages } from "#server/messages/outdated.sql.ts";
import { countOldFiles } from "#server/uploads/sweeping.sql.ts";
import { type Held, heldIn, rulesOf } from "./access.ts";
import { type RetentionKind, retentionKinds } from "./choices.ts";
import { countLogs } from "./logs.sql.ts";
import { previewRetentionInput, retentionPreviewSchema } from "./schema.ts";

const first = idFloor(new Date(0));

/** `after`: up to there all has been done. */
type Looked = { companyId: string; kind: RetentionKind; time: Date; after: string };

/** How many of a kind are older than that and not held. */
function countOf({ companyId, kind, time, after }: Looked, held: Held): Promise<number> {
  const { conversationIds } = held;
  const span = { companyId, after, before: idFloor(time) };
  if (kind === "conversations") return countOutdated(companyId, time, conversationIds);
  if (kind === "messages") return countOldMessages({ ...span, held: conversationIds });
  if (kind === "files") return countOldFiles({ ...span, held: conversationIds });
  if (kind === "events") return countOldEvents({ ...span, held });
  return countLogs(companyId, kind, time, held);
}

/** GET /v1/retention/preview: what would be removed now; nothing is. */
export const previewRetention = query({
  name: "retention.preview",
  access: "admin",
  input: previewRetentionInput,
  output: retentionPreviewSchema,
  example: () => ({ conversations: 365 }),
  async run({ actor, input, now }) {
    const { companyId } = actor;
    const [rules, held] = [await rulesOf(actor), await heldIn(companyId)];
    const counts = [];
    for (const kind of retentionKinds) {
      const days = input[kind] ?? rules.get(kind)?.days ?? 0;
      if (days === 0) continue;
      const time = new Date(now.getTime() - days * day);
      const looked = { companyId, kind, time, after: rules.get(kind)?.reachedId ?? first };
      counts.push({ kind, days, count: held.everything ? 0 : await countOf(looked, held) });
    }
    return { counts, held: held.everything };
  },
});
