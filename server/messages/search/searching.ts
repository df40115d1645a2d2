import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { type Glimpse, glimpses } from "#server/conversations/list/glimpses.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { hiddenFields, maskText } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { viewMessage } from "../row.ts";
import { type Candidate, candidates } from "./candidates.sql.ts";
import { foundMessagesPage, type SearchMessages, searchMessagesInput } from "./schema.ts";
import { snippetOf } from "./snippet.ts";
import { termsOf } from "./terms.ts";

/** After every id. */
const newest = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Where filters leave little, a page is looked for this often and may then hold fewer rows. */
const looks = 5;

/** GET /v1/messages/search: newest first, over the whole history (W10). */
export const searchMessages = query({
  name: "messages.search",
  access: "clients_read",
  input: searchMessagesInput,
  output: foundMessagesPage,
  example: () => ({ q: "delivery" }),
  async run({ actor, input }) {
    const terms = termsOf(input.q);
    if (!terms.some((term) => [...term].length >= 3)) {
      throw invalidField("q", "Give a word of at least three characters.", "too_short");
    }
    const { limit, cursor, ...list } = input;
    const [from = newest] = cursor ? decodeCursor(list, cursor) : [];
    if (!isId(from)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const { shown, next } = await gather(actor, terms, input, from);
    return { data: shown.map((found) => viewFound(found, terms)), nextCursor: next && encodeCursor(list, [next]) };
  },
});

type Found = { message: Candidate; conversation: Glimpse };

/** What was found only by what is hidden is not found. */
function staysFound(text: string, terms: readonly string[]): boolean {
  const hidden = hiddenFields();
  if (hidden.length === 0) return true;
  const shown = folded(maskText(text, hidden));
  return terms.every((term) => shown.includes(folded(term)));
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Looks further back until the page is full, everything was seen, or it was tried often enough. */
async function gather(actor: Actor, terms: readonly string[], input: SearchMessages, from: string) {
  const shown: Found[] = [];
  let before = from;
  for (let look = 0; look < looks; look += 1) {
    // The first look takes what an unfiltered page needs, the later ones more and more.
    const take = (input.limit + 1) * 3 ** look;
    const batch = await candidates(actor, terms, input, before, take);
    const ids = batch.filter(({ matches }) => matches).map(({ conversationId }) => conversationId);
    const readable = await glimpses(actor, filtersOf(input), ids);
    for (const message of batch) {
      const conversation =
        message.matches && staysFound(message.text, terms) ? readable.get(message.conversationId) : undefined;
      if (conversation && shown.length === input.limit) return { shown, next: before };
      before = message.id;
      if (conversation) shown.push({ message, conversation });
    }
    if (batch.length < take) return { shown, next: null };
  }
  return { shown, next: before };
}

function filtersOf({ channel, tags, assignedTo, agent, status, teamId }: SearchMessages) {
  return { channel, tags, assignedTo, agent, status, teamId };
}

function viewFound({ message, conversation }: Found, terms: readonly string[]) {
  const { matches: _, ...row } = message;
  // Masked before it is cut: half an address would be no address any more, and the marks stand where they show.
  return { message: viewMessage(row), snippet: snippetOf(maskText(message.text, hiddenFields()), terms), conversation };
}
