import type pg from "pg";

/** A message as PostgreSQL has it. */
export type Stored = {
  conversationId: string;
  seq: number;
  fromType: string;
  text: string;
  type: string;
};
export type StoredEvent = { id: string; seq: number | null; type: string; conversationId: string | null };

/** What a client knows of its own writes. */
export type Claims = {
  who: string;
  /** Texts that were acknowledged, in the order in which they were written. */
  acknowledged: readonly string[];
  /** All texts that it ever tried to write. */
  tried: ReadonlySet<string>;
};

export async function storedMessages(client: pg.Client, companyId: string): Promise<Stored[]> {
  const { rows } = await client.query<Stored>(
    `select "conversationId", "seq"::int, "fromType", "text", "type"
     from messages where "companyId" = $1
     order by "conversationId", "seq"`,
    [companyId],
  );
  return rows;
}

export async function storedEvents(client: pg.Client, companyId: string): Promise<StoredEvent[]> {
  const { rows } = await client.query<StoredEvent>(
    `select "id", "seq"::int, "type", "conversationId" from events where "companyId" = $1 order by "seq" nulls last`,
    [companyId],
  );
  return rows;
}

/** Lost, doubled or out of order, among what people and programs wrote. */
export function faultsOfWrites(messages: readonly Stored[], claims: readonly Claims[]): string[] {
  const faults: string[] = [];
  const places = new Map<string, number[]>();
  for (const [place, { text }] of messages.entries()) places.set(text, [...(places.get(text) ?? []), place]);
  for (const { who, acknowledged, tried } of claims) {
    for (const text of acknowledged) if (!places.has(text)) faults.push(`lost: ${who} wrote "${text}"`);
    for (const text of tried)
      if ((places.get(text)?.length ?? 0) > 1) faults.push(`doubled: ${who} wrote "${text}" once`);
    const last = new Map<string, number>();
    for (const text of acknowledged) {
      const message = messages[places.get(text)?.[0] ?? -1];
      if (!message) continue;
      const { conversationId, seq } = message;
      if (seq < (last.get(conversationId) ?? 0)) faults.push(`out of order: ${who} wrote "${text}" later`);
      last.set(conversationId, seq);
    }
  }
  return faults;
}

/**
 * The bot answers each message of a visitor once, in the conversations that it serves: what its endpoint says, or its
 * own next words where the call was lost with its process or its connection.
 */
export function faultsOfBot(messages: readonly Stored[], served: readonly string[]): string[] {
  return served.flatMap((conversationId) => {
    const all = messages.filter((one) => one.conversationId === conversationId);
    const said = all.filter(({ fromType }) => fromType === "robot");
    const ownWords = said.filter(({ text }) => !text.startsWith("echo "));
    const heard = all.filter(({ fromType }) => fromType === "visitor");
    return heard.flatMap(({ text, seq }) => {
      const count = said.filter((one) => one.text === `echo ${text}`).length;
      if (count === 1) return [];
      if (count > 1) return [`answered ${count} times by the bot: "${text}"`];
      // Its turn is over when a later message has its answer.
      const later = new Set(heard.filter((other) => other.seq > seq).map((other) => `echo ${other.text}`));
      const over = said.find((other) => other.seq > seq && later.has(other.text))?.seq ?? Number.POSITIVE_INFINITY;
      // Each stands for one lost call.
      const instead = ownWords.findIndex((other) => other.seq > seq && other.seq < over);
      if (instead === -1) return [`unanswered by the bot: "${text}"`];
      ownWords.splice(instead, 1);
      return [];
    });
  });
}

/** Every event that was stored, once and in its order. */
export function faultsOfFeed(events: readonly StoredEvent[], read: readonly { id: string }[]): string[] {
  const known = new Set(read.map(({ id }) => id));
  const wanted = events.map(({ id }) => id);
  const stored = new Set(wanted);
  const faults = wanted.filter((id) => !known.has(id)).map((id) => `the feed's reader never had the event ${id}`);
  if (known.size !== read.length) faults.push(`the feed's reader had ${read.length - known.size} events twice`);
  const place = new Map(wanted.map((id, index) => [id, index]));
  const order = read.filter(({ id }) => stored.has(id)).map(({ id }) => place.get(id) ?? 0);
  if (order.some((one, index) => index > 0 && one < (order[index - 1] ?? 0))) faults.push("the feed is out of order");
  return faults;
}

/** Told at least once, with the place by which receivers restore the order. */
export function faultsOfDeliveries(
  events: readonly StoredEvent[],
  taken: readonly { id: string; sequence: number }[],
): string[] {
  const places = new Map(taken.map(({ id, sequence }) => [id, sequence]));
  return events.flatMap(({ id, type, seq }) => {
    const told = places.get(id);
    if (told === undefined) return [`no webhook told ${type} ${id}`];
    return told === seq ? [] : [`a webhook gave ${type} ${id} the place ${told} and not ${seq}`];
  });
}
