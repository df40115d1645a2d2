import type { ConversationRow } from "#server/conversations/row.ts";
import type { Listener } from "#server/core/listeners.ts";
import type { ScheduledMessage } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import { shortenUploads } from "#server/uploads/attaching.ts";
import type { Draft } from "./choices.ts";

/** Where a draft names a file. */
const named = [
  { path: ["message", "message", "uploadId"], of: ({ message }: Draft) => message?.message?.uploadId },
  { path: ["message", "message", "url"], of: ({ message }: Draft) => message?.message?.url },
  { path: ["template", "media", "link"], of: ({ template }: Draft) => template?.media?.link },
];

/** The files of these, which go now, are kept no longer than that, unless another one takes them along. */
export async function releaseFiles(
  companyId: string,
  going: readonly Pick<ScheduledMessage, "id" | "draft">[],
  until: Date,
): Promise<void> {
  const others = { companyId, id: { notIn: going.map(({ id }) => id) } };
  const files = new Set(going.flatMap(({ draft }) => named.flatMap(({ of }) => of(draft) ?? [])));
  const free: string[] = [];
  for (const file of files) {
    const OR = named.map(({ path }) => ({ draft: { path, equals: file } }));
    if ((await prisma.scheduledMessage.count({ where: { ...others, OR } })) === 0) free.push(file);
  }
  await shortenUploads(companyId, free, until);
}

/** With a conversation goes what waits in it, and the files of that. */
export const dropFiles: Listener<ConversationRow> = async (_context, { companyId, id: conversationId }) => {
  const going = await prisma.scheduledMessage.findMany({ where: { companyId, conversationId } });
  if (going.length > 0) await releaseFiles(companyId, going, new Date(0));
};
