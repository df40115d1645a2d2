import { invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { seesEverything } from "#server/conversations/access.sql.ts";
import { type Glimpse, glimpses } from "#server/conversations/list/glimpses.sql.ts";
import { fewConversations } from "#server/conversations/list/narrowing.sql.ts";
import type { Actor } from "#server/core/actor.ts";
import { hiddenFields, maskText } from "#server/core/masking.ts";
import { query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor } from "#server/core/pagination.ts";
import { type MessageRow, viewMessage } from "../row.ts";
import { type Candidates, candidates, candidatesWithin } from "./candidates.sql.ts";
import { folded } from "./folding.ts";
import { foundMessagesPage, type SearchMessages, searchMessagesInput } from "./schema.ts";
import { snippetOf } from "./snippet.ts";
import { isTelling, termsOf } from "./terms.ts";

/** After every id. */
const newest = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Where filters leave little, a page is looked for this often and may then hold fewer rows. */
const looks = 3;
/** As much is taken at once where filters or masks thin what was found. */
const thinnedTake = 500;
/** Where filters and rights leave at most so many conversations, with so many messages, all of these are read. */
const fewest = 500;
const fewestMessages = 20_000;

/** GET /v1/messages/search: newest first, over the whole history (W10). */
export const searchMessages = query({
  name: "messages.search",
  access: "clients_read",
  input: searchMessagesInput,
  output: foundMessagesPage,
  example: () => ({ q: "delivery" }),
  async run({ actor, input }) {
    const terms = termsOf(input.q);
    if (!terms.some(isTelling)) {
      const message = "Give a word of at least three characters, or of two in Chinese, Japanese or Korean.";
      throw invalidField("q", message, "too_short");
    }
    const { limit, cursor, ...list } = input;
    const [from = newest] = cursor ? decodeCursor(list, cursor) : [];
    if (!isId(from)) throw invalidField("cursor", "The cursor is damaged.", "invalid_cursor");
    const { shown, next } = await gather(actor, terms, input, from);
    return { data: shown.map((found) => viewFound(found, terms)), nextCursor: next && encodeCursor(list, [next]) };
  },
});

type Found = { message: MessageRow; conversation: Glimpse };

/** What was found only by what is hidden is not found. */
function staysFound(text: string, terms: readonly string[]): boolean {
  const hidden = hiddenFields();
  if (hidden.length === 0) return true;
  const shown = folded(maskText(text, hidden)).text;
  return terms.every((term) => shown.includes(folded(term).text));
}

/** One place to look for more in: what comes next before an id, at most so many. */
type Source = (before: string, take: number) => Promise<Candidates>;

/** Looks further back until the page is full, everything was seen, or it was tried often enough. */
async function gather(actor: Actor, terms: readonly string[], input: SearchMessages, from: string) {
  const filters = filtersOf(input);
  const few = await fewConversations(actor, filters, fewest, fewestMessages);
  const source: Source = few
    ? (before, take) => candidatesWithin(actor, few, terms, input, before, take)
    : (before, take) => candidates(actor, terms, input, before, take);
  const thinned = hiddenFields().length > 0 || !seesEverything(actor) || Object.values(filters).some(Boolean);
  const shown: Found[] = [];
  let before = from;
  for (let look = 0; look < looks; look += 1) {
    const take = thinned ? thinnedTake : input.limit + 1;
    const { messages, reached } = await source(before, take);
    const found = messages.filter(({ text }) => staysFound(text, terms));
    const readable = await glimpses(
      actor,
      filters,
      found.map(({ conversationId }) => conversationId),
    );
    for (const message of found) {
      const conversation = readable.get(message.conversationId);
      if (conversation && shown.length === input.limit) return { shown, next: before };
      before = message.id;
      if (conversation) shown.push({ message, conversation });
    }
    // At the end, or the budget of one request is spent.
    if (reached === null || messages.length < take) return { shown, next: reached };
    before = reached;
  }
  return { shown, next: before };
}

function filtersOf({ channel, tags, assignedTo, agent, status, teamId }: SearchMessages) {
  return { channel, tags, assignedTo, agent, status, teamId };
}

function viewFound({ message, conversation }: Found, terms: readonly string[]) {
  // Masked before it is cut: half an address would be no address any more, and the marks stand where they show.
  return {
    message: viewMessage(message),
    snippet: snippetOf(maskText(message.text, hiddenFields()), terms),
    conversation,
  };
}
