import { replaceEqualDeep } from "@tanstack/react-query";
import type { Message } from "#server/messages/schema.ts";

/** A thread as it is cached: newest page first, newest message first in each. */
export type ThreadPage = { data: Message[]; pagination: { nextCursor: string | null; total: number } };
export type ThreadData = { pages: ThreadPage[]; pageParams: unknown[] };

export function newestSeq(data: ThreadData): number {
  return data.pages.find((page) => page.data.length > 0)?.data[0]?.seq ?? 0;
}

function oldestSeq(data: ThreadData): number {
  return data.pages.findLast((page) => page.data.length > 0)?.data.at(-1)?.seq ?? 0;
}

const isWhole = (data: ThreadData) => (data.pages.at(-1)?.pagination.nextCursor ?? null) === null;

/** Whether messages are missing between those that are held; commands count too, so every seq must be there. */
export function hasHole(data: ThreadData): boolean {
  const seqs = data.pages.flatMap((page) => page.data.map(({ seq }) => seq));
  return seqs.some((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) - 1);
}

/** Replaces the message where it is, or puts it in its place; what is held already stays the very same. */
export function putMessage(data: ThreadData, message: Message): ThreadData {
  for (const [number, page] of data.pages.entries()) {
    const index = page.data.findIndex((one) => one.id === message.id || one.seq === message.seq);
    if (index >= 0) {
      const held = page.data[index];
      const kept = replaceEqualDeep(held, message);
      if (kept === held) return data;
      return { ...data, pages: data.pages.with(number, { ...page, data: page.data.with(index, kept) }) };
    }
  }
  // Older than anything loaded: it comes with its own page.
  if (message.seq < oldestSeq(data) && !isWhole(data)) return data;
  return insert(data, message);
}

function insert(data: ThreadData, message: Message): ThreadData {
  for (const [number, page] of data.pages.entries()) {
    const index = page.data.findIndex((one) => one.seq < message.seq);
    if (index < 0) continue;
    return { ...data, pages: data.pages.with(number, { ...page, data: page.data.toSpliced(index, 0, message) }) };
  }
  const last = data.pages.at(-1);
  return last ? { ...data, pages: data.pages.with(-1, { ...last, data: [...last.data, message] }) } : data;
}

/** The newest page as just fetched, laid over what is held; too far apart, it alone remains. */
export function putNewestPage(data: ThreadData, page: ThreadPage): ThreadData {
  const oldestNew = page.data.at(-1)?.seq ?? 0;
  if (oldestNew > newestSeq(data) + 1) return { pages: [page], pageParams: data.pageParams.slice(0, 1) };
  return page.data.toReversed().reduce(putMessage, data);
}

const order = ["queued", "sent", "delivered", "read"];

/** The visitor has received or read the team's messages up to `seq`; a state never goes back. */
export function putStatus(data: ThreadData, seq: number, status: Message["status"]): ThreadData {
  const lower = order.slice(0, order.indexOf(status));
  const changed = (message: Message): Message => {
    const ours = message.fromType === "user" || message.fromType === "robot";
    return ours && message.seq <= seq && lower.includes(message.status) ? { ...message, status } : message;
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, data: page.data.map(changed) })) };
}

/** The longest page that the service gives. */
const longestPage = 100;

type Asked = { limit: number; before?: number; after?: number; offset?: number };

/**
 * All messages between those that are held and one far back that is sought, asked for at once, as one page. undefined:
 * it is near, or something is missing between; then page comes after page.
 */
export async function pageDownTo<Page extends ThreadPage>(
  seq: number,
  held: ThreadData,
  ask: (asked: Asked) => Promise<Page>,
): Promise<Page | undefined> {
  const oldest = oldestSeq(held);
  if (oldest - seq <= longestPage) return undefined;
  const asked: Asked[] = [];
  let top = oldest - 1;
  for (; top - seq >= longestPage; top -= longestPage)
    asked.push({ limit: longestPage, before: top + 1, after: top - longestPage });
  // By its place, so that its cursor leads on in the whole thread.
  asked.push({ limit: longestPage, offset: newestSeq(held) - top });
  const pages = await Promise.all(asked.map(ask));
  const found = new Map(pages.flatMap(({ data }) => data.map((message) => [message.seq, message])));
  const data = [...found.values()].filter((message) => message.seq < oldest).sort((a, b) => b.seq - a.seq);
  const last = pages.at(-1);
  const page = last && { ...last, data };
  return page && !hasHole({ ...held, pages: [...held.pages, page] }) ? page : undefined;
}
