import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { visitorNames } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { findEvents } from "#server/core/events/reading.sql.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { readsAll } from "#server/core/rights.ts";
import { commentsOf } from "#server/csat/access.sql.ts";
import { recipientsById } from "#server/templates/messages/template-messages.ts";
import { factsPage, openPage, type Slice, unansweredPage } from "./access.sql.ts";
import {
  type Counted,
  definitionOf,
  type FigureName,
  type Metric,
  metrics,
  reportOf,
  shiftMetrics,
  standing,
} from "./choices.ts";
import { added, withOpen } from "./columns/adding.ts";
import { ofStates } from "./conditions.sql.ts";
import { knownReport, rangeOf } from "./periods.ts";
import { requireReach } from "./reach.sql.ts";
import { readableIds } from "./readable.sql.ts";
import { advancingIn, companyZone, countedFor, namesFor } from "./reading.ts";
import { rowsInput, rowsSchema } from "./schema.ts";
import { type Asked, sumsOf } from "./sums.sql.ts";

/** What comes with a comment. */
const ratings: ReadonlySet<string> = new Set(["csat_rating", "csat_good", "csat_comment"]);

function afterOf(list: object, cursor: string | undefined): Slice["after"] {
  if (!cursor) return null;
  const [at, id] = decodeCursor(list, cursor);
  if (typeof at !== "string" || typeof id !== "string" || !isId(id))
    throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
  return { at, id };
}

/** The same number that the report shows. */
async function sizeOf(asked: Asked, figure: FigureName): Promise<number> {
  const { of } = definitionOf(figure);
  const { columns, open } = await sumsOf(asked);
  return withOpen(added(columns), open.last).get(of)?.count ?? 0;
}

/** With the names of visitors, as far as the actor may see their conversations. */
async function withNames<T extends { conversationId: string; recipient: string }>(actor: Actor, facts: readonly T[]) {
  const names = await visitorNames(
    actor,
    facts.map(({ conversationId }) => conversationId || null),
  );
  return facts.map(({ recipient, ...fact }) => ({
    ...fact,
    visitorName: names.get(fact.conversationId) ?? recipient,
  }));
}

type Sent = { id: string; conversationId: string; contactId: string | null; campaignId: string | null };

/**
 * Messages of campaigns: with the conversation in which each stands, and the recipient's name for who reads campaigns;
 * of whom they were is for who reads all contacts, as in the campaign itself (C1).
 */
async function withRecipients<T extends Sent>(actor: Actor, facts: readonly T[]) {
  const ids = facts.flatMap(({ id, campaignId }) => (campaignId === null ? [] : [id]));
  if (ids.length === 0) return facts.map((fact) => ({ ...fact, recipient: "" }));
  const found = new Map((await recipientsById(actor, ids)).map((one) => [one.id, one]));
  const reads = can(actor, "websites_read");
  const namesAll = readsAll(actor);
  return facts.map((fact) => {
    if (fact.campaignId !== null && !namesAll) return { ...fact, conversationId: "", contactId: null, recipient: "" };
    const { conversationId, name } = found.get(fact.id) ?? { conversationId: null, name: "" };
    return { ...fact, conversationId: conversationId ?? "", recipient: reads ? name : "" };
  });
}

/** With what was added to ratings, as far as the actor may see their conversations; their events say which response is meant. */
async function withComments<T extends { id: string }>(actor: Actor, facts: readonly T[], rates: boolean) {
  if (!rates || !can(actor, "clients_read")) return facts.map((fact) => ({ ...fact, comment: "" }));
  const told = await findEvents(
    actor.companyId,
    facts.map(({ id }) => id),
  );
  const responses = new Map(
    told.flatMap(({ id, type, data }) => (type === "csat/received" ? [[id, data.responseId] as const] : [])),
  );
  const said = new Map((await commentsOf(actor, [...responses.values()])).map(({ id, comment }) => [id, comment]));
  return facts.map((fact) => ({ ...fact, comment: said.get(responses.get(fact.id) ?? "") ?? "" }));
}

/** An agent's time is of no conversation: it bears the agent's name. */
async function withAgents<T extends { conversationId: string; agentId: string | null }>(
  actor: Actor,
  facts: readonly T[],
  ofShifts: boolean,
) {
  if (!ofShifts) return facts.map((fact) => ({ ...fact, agentName: "" }));
  const names = await namesFor(actor, "agent");
  return facts.map((fact) => ({ ...fact, conversationId: "", agentName: names.get(fact.agentId ?? "") ?? "" }));
}

/** The facts that are counted; what went on is among those that left a phase. */
const metricOf = (of: Counted): Metric => metrics.find((one): one is Metric => one === of) ?? "phase_left";

function pageOf(of: Counted) {
  if (of === "unanswered") return unansweredPage;
  if (of === "open") return openPage;
  return (...[actor, ...asked]: Parameters<typeof openPage>) => factsPage(actor, metricOf(of), ...asked);
}

/** Where a list is so short, its rows lie far apart among those of others: what the reader may read is found beforehand. */
const short = 500;

/** GET /v1/reports/{name}/rows: exactly what a figure counts, the newest first. */
export const listRows = query({
  name: "reports.rows",
  access: "reports_read",
  input: rowsInput,
  output: rowsSchema,
  example: () => ({ name: "responses", figure: "firstResponse" as const, from: "2026-11-01", to: "2026-11-30" }),
  async run({ actor, input, now }) {
    const { name: given, from, to, figure: wanted, limit, offset, page, cursor, businessHours, ...filters } = input;
    const name = knownReport(given);
    requireReach(actor, name);
    const report = reportOf(name);
    const figure = wanted ?? report.figures[0];
    if (!figure || !report.figures.includes(figure))
      throw invalidField("figure", `This report shows ${report.figures.join(", ")}.`, "invalid_value");
    const { of } = definitionOf(figure);
    const advancing = await advancingIn(actor, [figure]);
    const range = rangeOf({ from, to }, "month", now);
    const list = { ...filters, from, to, report: given, figure, businessHours };
    const request = { limit, offset, page, cursor };
    const after = afterOf(list, cursor);
    const slice = { after, take: limit + 1, skip: after ? 0 : offsetOf(request) };
    const asked = {
      ...range,
      filters: standing.some((one) => one === of) ? ofStates(filters) : filters,
      businessHours,
      advancing: of === "advanced" ? advancing : null,
    };
    const readable = readableIds(actor);
    const total = await sizeOf(
      {
        companyId: actor.companyId,
        readable,
        timeZone: await companyZone(actor),
        ...range,
        ...{ interval: "month" as const, filters: asked.filters, by: null, hours: [], businessHours },
        ...countedFor([figure]),
        advancing,
      },
      figure,
    );
    const found = await pageOf(of)(actor, asked, slice, total <= short ? readable : undefined);
    const data = await withAgents(actor, found.slice(0, limit), shiftMetrics.has(of));
    const last = data.at(-1);
    const hasMore = found.length > limit;
    const next = hasMore && last ? encodeCursor(list, [last.atKey, last.id]) : null;
    return {
      pagination: paginate(request, total, hasMore, next),
      data: await withComments(actor, await withNames(actor, await withRecipients(actor, data)), ratings.has(of)),
    };
  },
});
