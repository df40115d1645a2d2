import type { InboundItem } from "../inbound/items.ts";
import { listIn, objectIn, textIn } from "../inbound/lossless.ts";
import { parsePage } from "../messenger/inbound.ts";

/** Ids of the dashboard's test button. */
const testIds = new Set(["0", "12334", "23245"]);

function isTest(entry: Record<string, unknown>): boolean {
  if (textIn(entry.id) === "0") return true;
  return listIn(entry.messaging).some((event) => testIds.has(textIn(objectIn(objectIn(event).sender).id)));
}

/** Like a page's payload, except that test events and messages an account sends to itself are ignored. */
export function parseInstagram(payload: unknown, receivedAt: Date): InboundItem[] {
  const entry = listIn(objectIn(payload).entry)
    .map(objectIn)
    .filter((one) => !isTest(one))
    .map((one) => ({
      ...one,
      messaging: listIn(one.messaging).filter((event) => objectIn(objectIn(event).message).is_self !== true),
    }));
  return parsePage({ ...objectIn(payload), entry }, receivedAt);
}
