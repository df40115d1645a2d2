import { keys } from "#components/live/trpc/keys.ts";
import { threadInput } from "#components/messages/thread/thread-input.ts";
import { columnQuery, type PipelineAddress, totalsQuery } from "#components/pipeline/pipeline-address.ts";
import type { Phase } from "#server/phases/schema.ts";
import { type InboxAddress, type ListFilter, queryOf } from "../inbox/inbox-address.ts";
import { cardsPerFetch, pageSize } from "./page-sizes.ts";

/** The people, the teams, the phases and the tags, by name. */
export const directoryKeys = [
  keys.users.names.queryKey({}),
  keys.phases.list.queryKey({}),
  keys.tags.list.queryKey({}),
  keys.teams.names.queryKey({}),
  keys.channels.names.queryKey({}),
];

/* Days begin and end by the browser's clock, which asks for such a list itself. */
const hasDays = ({ from, to }: ListFilter) => from !== "" || to !== "";

/** What the inbox shows first, and the conversation that is open in it. */
export function inboxKeys({ view, filter, conversationId }: InboxAddress) {
  const list = keys.conversations.inbox.infiniteQueryKey({ ...queryOf(filter), view, limit: pageSize });
  return [
    ...directoryKeys,
    ...(hasDays(filter) ? [] : [list]),
    ...(conversationId ? conversationKeys(conversationId) : [keys.companies.firstSteps.queryKey({})]),
  ];
}

function conversationKeys(conversationId: string) {
  return [
    keys.conversations.inboxRow.queryKey({ conversationId }),
    keys.messages.list.infiniteQueryKey(threadInput(conversationId)),
    keys.conversations.notes.queryKey({ conversationId }),
    keys.scheduled.list.queryKey({ conversationId }),
  ];
}

/** What the board shows first: its columns, once the phases are known. */
export function pipelineKeys({ filter }: PipelineAddress, phases: readonly Pick<Phase, "id">[]) {
  if (hasDays(filter)) return directoryKeys;
  const columns = phases.map(({ id }) =>
    keys.conversations.inbox.infiniteQueryKey({ ...columnQuery(filter, id), limit: cardsPerFetch }),
  );
  return [...directoryKeys, keys.conversations.columnTotals.queryKey(totalsQuery(filter)), ...columns];
}
