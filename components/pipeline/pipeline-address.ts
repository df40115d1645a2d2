import type { InboxFilters } from "#components/conversations/data/use-conversation-list.ts";
import type { FilterField } from "#components/conversations/filters/filter-fields.ts";
import { type ListFilter, queryOf, readFilter, writeFilter } from "#components/conversations/inbox/inbox-address.ts";

/** The board's state is its address: what it is narrowed to, and whose thread is open beside it. */
export type PipelineAddress = { filter: ListFilter; conversationId: string | undefined };

/** The columns are the phases: no filter for them. */
export const pipelineFields: readonly FilterField[] = [
  "channel",
  "tags",
  "assignedTo",
  "teamId",
  "agent",
  "condition",
  "nextStep",
  "sla",
  "priority",
  "waiting",
  "status",
  "date",
  "utmSource",
  "utmMedium",
  "customFields",
];

type Params = { get: (name: string) => string | null };

export function readPipeline(params: Params): PipelineAddress {
  const conversationId = params.get("conversation") ?? "";
  const filter = { ...readFilter(params), phase: [] };
  return { filter, conversationId: /^[\w-]{1,64}$/.test(conversationId) ? conversationId : undefined };
}

export function writePipeline({ filter, conversationId }: PipelineAddress): string {
  const open = conversationId ? `conversation=${encodeURIComponent(conversationId)}` : "";
  const query = [writeFilter(filter), open].filter(Boolean).join("&");
  return query ? `/pipeline?${query}` : "/pipeline";
}

/** Open conversations, or closed ones where those are asked for. */
const isOpen = (filter: ListFilter) => filter.status !== "closed";

/** The list of one column. */
export function columnQuery(filter: ListFilter, phaseId: string): InboxFilters {
  const { phase: _phase, ...query } = queryOf(filter);
  return { ...query, view: isOpen(filter) ? "all" : "closed", phase: [phaseId] };
}

/** The counts and sums of all columns under the same filter. */
export function totalsQuery(filter: ListFilter) {
  const { phase: _phase, sort: _sort, ...query } = queryOf(filter);
  return { ...query, open: isOpen(filter) };
}
