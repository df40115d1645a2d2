import type { Person } from "../inbound/items.ts";
import { textIn } from "../inbound/lossless.ts";
import { numberIn } from "../outbound/addressing.ts";

/** A number, or the platform's id of a person who shows none; an id is never taken for a number (channels.md 2.9). */
export function addressIn(address: unknown, userId: unknown): Pick<Person, "phone" | "userId"> {
  const phone = numberIn(textIn(address));
  const id = textIn(userId) || (phone ? "" : textIn(address));
  return { phone, userId: id.slice(0, 128) || null };
}
