import { minute, second } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { unseal } from "#server/base/secrets.ts";
import { isZip } from "#server/base/zip.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { HistoryImport } from "#server/db/generated/client.ts";
import { inCompany } from "#server/db/pool.ts";
import { prisma } from "#server/db/prisma.ts";
import { addJob } from "#server/kit/jobs/adding.ts";
import { bytesOfUntaken } from "#server/uploads/access.ts";
import { systemOf } from "./access.ts";
import { type ChatwootAccount, ChatwootFailure, readLines, readPage } from "./chatwoot/api.ts";
import { type Archive, withFiles } from "./files.ts";
import { type Item, type Link, linksOf, waitingItems } from "./items.sql.ts";
import type { PastLine, StoredLine } from "./schema.ts";
import { asThread } from "./threads.ts";
import { filesInArchive } from "./whatsapp/archive.ts";
import { settleHistory, stageHistory, writeHistoryPeople, writeHistoryThread } from "./writing.ts";

/** So long a run works before others get their turn. */
const sliceMs = 2 * second;
const peopleAtOnce = 200;
/** So many conversations are asked for beside one another. */
const threadsAtOnce = 4;
/** Between tries where the other system says nothing of when; after the last the run stops. */
const waits = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, 30 * minute, 60 * minute];
/** A mark that is younger may be followed by more of the same second. */
const settledSeconds = 60;

/** Has the worker go on, one history of a company at a time. The leader makes up for a wake that is lost. */
export function wakeHistory({ companyId, id }: { companyId: string; id: string }, at?: Date): void {
  const options = { key: `history:${id}`, queue: `history:${companyId}`, priority: 10, ...(at ? { runAt: at } : {}) };
  addJob("imports.workOnHistory", { companyId, jobId: id }, options).catch((error: unknown) =>
    log.warn({ error, jobId: id }, "a history will be gone on with when the leader looks"),
  );
}

function accountOf(found: HistoryImport): ChatwootAccount {
  const { address, accountId } = found.settings;
  return { address, accountId, accessToken: unseal(found.token), pool: `history:${found.companyId}` };
}

/** The lines that are new: those of the file, or what the other system answers. */
async function freshLines(found: HistoryImport, item: Item, link: Link | undefined) {
  const { data } = asThread(item);
  const after = link?.upTo ?? 0;
  if (data.lines) return { lines: data.lines.filter(({ id }) => id > after), leftOut: data.leftOut };
  if (link && data.mark !== "" && link.mark === data.mark) return { lines: [], leftOut: 0 };
  const asked = { conversation: item.sourceId, after, lastId: data.lastId };
  return readLines(accountOf(found), asked, found.found);
}

/** Files lie beside a chat only where its export is an archive. */
async function archiveOf({ companyId, source, settings }: HistoryImport): Promise<Archive> {
  if (source !== "whatsapp_chat" || !settings.uploadId) return new Map();
  const bytes = await inCompany(companyId, () => bytesOfUntaken(companyId, settings.uploadId));
  return bytes && isZip(bytes) ? filesInArchive(bytes) : new Map();
}

async function stored(actor: Actor, found: HistoryImport, lines: readonly PastLine[]): Promise<StoredLine[]> {
  const kept: StoredLine[] = [];
  const archive = lines.some(({ files }) => files.some(({ url }) => url === "")) ? await archiveOf(found) : new Map();
  for (const line of lines) kept.push(await withFiles(actor, line, archive));
  return kept;
}

const reasonOf = (error: unknown) => {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: "internal_error", message: "It could not be written." };
};

/** One conversation, fetched outside of any transaction. What keeps it from coming fails it alone. */
async function doThread(actor: Actor, found: HistoryImport, item: Item, link: Link | undefined): Promise<boolean> {
  const jobId = found.id;
  try {
    const { lines, leftOut } = item.data === null ? { lines: [], leftOut: 0 } : await freshLines(found, item, link);
    const kept = await stored(actor, found, lines);
    return (await writeHistoryThread.execute(actor, { jobId, position: item.position, lines: kept, leftOut })).open;
  } catch (error) {
    if (error instanceof ChatwootFailure && error.code !== "not_found") throw error;
    if (error instanceof AppError && error.status >= 500) throw error;
    if (!(error instanceof AppError || error instanceof ChatwootFailure))
      log.error({ error, jobId, position: item.position }, "a conversation of a history could not be written");
    const why =
      error instanceof ChatwootFailure
        ? { code: "not_found", message: "Chatwoot does not have this conversation any more." }
        : reasonOf(error);
    return (await settleHistory.execute(actor, { jobId, pause: null, failed: [{ position: item.position, ...why }] }))
      .open;
  }
}

async function doItems(actor: Actor, found: HistoryImport): Promise<boolean> {
  const { companyId, id: jobId } = found;
  const items = await inCompany(companyId, () => waitingItems(found, peopleAtOnce));
  if (items.length === 0) return false;
  if (items[0]?.kind === "contact")
    return (await writeHistoryPeople.execute(actor, { jobId, positions: items.map(({ position }) => position) })).open;
  const next = items.slice(0, threadsAtOnce);
  const place = { companyId, system: systemOf(found), kind: "conversation" } as const;
  const links = await inCompany(companyId, () =>
    linksOf(
      place,
      next.map(({ sourceId }) => sourceId),
    ),
  );
  const link = (item: Item) => links.find(({ sourceId }) => sourceId === item.sourceId);
  const done = await Promise.allSettled(next.map((item) => doThread(actor, found, item, link(item))));
  for (const one of done) if (one.status === "rejected") throw one.reason;
  return done.every((one) => one.status === "fulfilled" && one.value);
}

/** Marks that may still grow within their second say nothing. */
function withoutYoung(items: Awaited<ReturnType<typeof readPage>>["items"]) {
  const oldest = Date.now() / 1000 - settledSeconds;
  return items.map((item) =>
    item.data.kind === "conversation" && !(Number(item.data.mark) < oldest)
      ? { ...item, data: { ...item.data, mark: "" } }
      : item,
  );
}

/** One step: a page that is read, or some items that are written. False: it has ended. */
async function step(actor: Actor, found: HistoryImport): Promise<boolean> {
  if (found.cursor === null) return doItems(actor, found);
  const { items, next, found: all, labelled } = await readPage(accountOf(found), found.cursor, found.found);
  const page = { jobId: found.id, items: withoutYoung(items), cursor: next, found: all, labelled };
  return (await stageHistory.execute(actor, page)).open;
}

async function wait(actor: Actor, found: HistoryImport, failure: ChatwootFailure): Promise<void> {
  const ladder = waits[found.tries];
  const retryInMs = failure.passing && ladder !== undefined ? (failure.retryInMs ?? ladder) : null;
  const pause = { code: failure.code, error: failure.message, retryInMs };
  const { open } = await settleHistory.execute(actor, { jobId: found.id, pause, failed: [] });
  if (open && retryInMs !== null) wakeHistory(found, new Date(Date.now() + retryInMs));
}

/** Steps until the time is up, then it stands behind the others again. */
export async function workOnHistory({ companyId, jobId }: { companyId: string; jobId: string }): Promise<void> {
  const actor = systemActor(companyId);
  const deadline = performance.now() + sliceMs;
  while (performance.now() < deadline) {
    const found = await inCompany(companyId, () => prisma.historyImport.findFirst({ where: { companyId, id: jobId } }));
    if (!found) return;
    if (found.retryAt && found.retryAt.getTime() > Date.now()) return wakeHistory(found, found.retryAt);
    try {
      if (!(await step(actor, found))) return;
    } catch (error) {
      if (error instanceof ChatwootFailure) return wait(actor, found, error);
      throw error;
    }
  }
  wakeHistory({ companyId, id: jobId });
}
