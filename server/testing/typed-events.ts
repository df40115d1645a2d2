import { type EventType, eventData } from "#server/core/events/table.ts";
import { systemPool } from "#server/db/system.ts";

const isKnown = (type: string): type is EventType => type in eventData;

/** Where the events of this database end now. */
export async function lastOrdinal(): Promise<number> {
  const { rows } = await systemPool().query<{ last: number }>(`select coalesce(max("ordinal"), 0) as last from events`);
  return rows[0]?.last ?? 0;
}

/** Whatever the tests stored after `ordinal` must hold what the table says of its type. */
export async function expectTypedEvents(ordinal: number): Promise<void> {
  const { rows } = await systemPool().query<{ type: string; data: unknown }>(
    `select distinct "type", "data" from events where "ordinal" > $1`,
    [ordinal],
  );
  const wrong = rows.flatMap(({ type, data }) => {
    if (!isKnown(type)) return [`${type} is no type of the table`];
    const { error } = eventData[type].safeParse(data);
    return error ? [`${type} ${JSON.stringify(data)}: ${error.message}`] : [];
  });
  if (wrong.length > 0) throw new Error(`events that are not what their types say:\n${wrong.slice(0, 5).join("\n")}`);
}
