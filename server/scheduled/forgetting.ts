import type { ConversationRow } from "#server/conversations/row.ts";
import type { Listener } from "#server/core/listeners.ts";
import type { ScheduledMessage } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { shortenUploads } from "#server/uploads/attaching.ts";

const named = ["uploadId", "url"] as const;

/** The files of these, which go now, are kept no longer than that, unless another one takes them along. */
export async function releaseFiles(
  companyId: string,
  going: readonly Pick<ScheduledMessage, "id" | "draft">[],
  until: Date,
): Promise<void> {
  const others = { companyId, id: { notIn: going.map(({ id }) => id) } };
  const free: string[] = [];
  for (const name of named) {
    for (const file of new Set(going.flatMap(({ draft }) => draft.message?.message?.[name] ?? []))) {
      const draft = { path: ["message", "message", name], equals: file };
      if ((await prisma.scheduledMessage.count({ where: { ...others, draft } })) === 0) free.push(file);
    }
  }
  await shortenUploads(companyId, free, until);
}

/** With a conversation goes what waits in it, and the files of that. */
export const dropFiles: Listener<ConversationRow> = async (_context, { companyId, id: conversationId }) => {
  const going = await prisma.scheduledMessage.findMany({ where: { companyId, conversationId } });
  if (going.length > 0) await releaseFiles(companyId, going, new Date(0));
};
