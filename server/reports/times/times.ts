import { z } from "zod";
import { noteExport } from "#server/audit/noting.ts";
import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { csvLines, safeCell } from "#server/base/spreadsheet-cell.ts";
import { requireFeature } from "#server/companies/access.ts";
import { visitorNames } from "#server/conversations/access.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { maskValue } from "#server/core/masking.ts";
import { authorize, query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { masksOf } from "#server/core/rights.ts";
import { inCompany } from "#server/db/pool.ts";
import { download } from "#server/kit/rest/download.ts";
import { requireProof } from "#server/sessions/access.ts";
import { rangeOf } from "../periods.ts";
import { namesFor } from "../reading.ts";
import { timesInput, timesPieceInput, timesPieceSchema } from "../schema.ts";
import { type Times, timesPage } from "./times.sql.ts";

const batch = 1000;

type Names = Record<"channel" | "agent" | "team" | "phase", Map<string, string>>;
type Row = Times & { visitorName: string };
type Asked = Parameters<typeof timesPage>[1];

/** The columns in their order; times in whole seconds. */
const columns: Record<string, (row: Row, names: Names) => Date | string | number | null> = {
  conversationId: (row) => row.conversationId,
  createdAt: (row) => row.at,
  status: (row) => (row.open ? "opened" : "closed"),
  visitorName: (row) => row.visitorName,
  contactId: (row) => row.contactId,
  channelId: (row) => row.channelId,
  channelName: (row, { channel }) => channel.get(row.channelId ?? "") ?? "",
  agentId: (row) => row.agentId,
  agentName: (row, { agent }) => agent.get(row.agentId ?? "") ?? "",
  teamId: (row) => row.teamId,
  teamName: (row, { team }) => team.get(row.teamId ?? "") ?? "",
  phaseId: (row) => row.phaseId,
  phaseName: (row, { phase }) => phase.get(row.phaseId ?? "") ?? "",
  tags: (row) => row.tags.join(","),
  firstResponseAt: (row) => row.firstResponseAt,
  firstResponseSeconds: (row) => row.firstResponse,
  firstResponseBusinessSeconds: (row) => row.firstResponseOpen,
  nextResponses: (row) => row.nextResponses,
  nextResponseMeanSeconds: (row) => row.nextResponse,
  nextResponseMeanBusinessSeconds: (row) => row.nextResponseOpen,
  nextResponseLongestSeconds: (row) => row.longestNextResponse,
  waitingSeconds: (row) => row.waiting,
  waitingBusinessSeconds: (row) => row.waitingOpen,
  closedAt: (row) => row.closedAt,
  resolutionSeconds: (row) => row.resolution,
  resolutionBusinessSeconds: (row) => row.resolutionOpen,
  closes: (row) => row.closes,
  reopenings: (row) => row.reopenings,
  messagesIn: (row) => row.messagesIn,
  messagesOut: (row) => row.messagesOut,
  messagesBot: (row) => row.messagesBot,
  rating: (row) => row.rating,
};

const head = `\ufeff${Object.keys(columns).join(",")}\r\n`;

function cell(value: Date | string | number | null): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "number" ? String(Math.round(value)) : safeCell(value);
}

async function namesOf(actor: Actor): Promise<Names> {
  const [channel, agent] = [await namesFor(actor, "channel"), await namesFor(actor, "agent")];
  return { channel, agent, team: await namesFor(actor, "team"), phase: await namesFor(actor, "phase") };
}

/** The next thousand conversations as lines. */
async function piece(actor: Actor, asked: Asked, after: Parameters<typeof timesPage>[2]) {
  const names = await namesOf(actor);
  const found = await timesPage(actor, asked, after, batch);
  const visitors = await visitorNames(
    actor,
    found.map(({ conversationId }) => conversationId),
  );
  const named = found.map((row) => ({ ...row, visitorName: visitors.get(row.conversationId) ?? "" }));
  const lines = maskValue(named, masksOf(actor)).map((row) => Object.values(columns).map((of) => cell(of(row, names))));
  const end = found.length < batch ? undefined : found.at(-1);
  const csv = csvLines(lines);
  return { csv, rows: found.length, next: end ? { at: end.atKey, id: end.id } : null };
}

/** One row per conversation, a thousand at a time: the pieces one after the other are the file. */
export const readTimes = query({
  name: "reports.times",
  access: "reports_read",
  input: timesPieceInput,
  output: timesPieceSchema,
  example: () => ({ from: "2026-11-01", to: "2026-11-30" }),
  async run({ actor, input: { from, to, cursor, ...filters }, now }) {
    const range = rangeOf({ from, to }, "day", now);
    const list = { ...filters, from, to };
    const [at, id] = cursor ? decodeCursor(list, cursor) : [];
    if (cursor && (typeof at !== "string" || typeof id !== "string" || !isId(id)))
      throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    authorize(actor, "clients_read");
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    if (!cursor) await noteExport(actor, { what: "reports", filters: { ...filters, ...range } });
    const after = typeof at === "string" && typeof id === "string" ? { at, id } : null;
    const { csv, rows, next } = await piece(actor, { ...range, filters }, after);
    return {
      csv: cursor ? csv : head + csv,
      rows,
      nextCursor: next ? encodeCursor(list, [next.at, next.id]) : null,
    };
  },
});

async function* file(actor: Actor, asked: Asked): AsyncGenerator<string> {
  yield head;
  for (let after: Parameters<typeof timesPage>[2] = null; ; ) {
    const { csv, next }: Awaited<ReturnType<typeof piece>> = await inCompany(actor.companyId, () =>
      piece(actor, asked, after),
    );
    yield csv;
    if (!next) return;
    after = next;
  }
}

const fileSchema = z.custom<{ day: string; chunks: AsyncGenerator<string> }>();

/** GET /v1/reports/conversations/export: the same as one file, written while it is read. */
export const exportTimes = query({
  name: "reports.export",
  access: "reports_read",
  input: timesInput,
  output: fileSchema,
  example: () => ({ from: "2026-11-01", to: "2026-11-30" }),
  async run({ actor, input: { from, to, ...filters }, now }) {
    const range = rangeOf({ from, to }, "day", now);
    authorize(actor, "clients_read");
    await requireFeature(actor, "export");
    await requireProof({ actor, now });
    await noteExport(actor, { what: "reports", filters: { ...filters, ...range } });
    return { day: now.toISOString().slice(0, 10).replaceAll("-", ""), chunks: file(actor, { ...range, filters }) };
  },
});

export function respondWithTimes(output: unknown): Response {
  const { day, chunks } = fileSchema.parse(output);
  return download({ name: `conversation-times-${day}.csv`, type: "text/csv; charset=utf-8", chunks });
}
