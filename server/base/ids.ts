import { randomFillSync } from "node:crypto";

const size = 16;
/** Randomness is fetched for many ids at once: each fetch costs as much as the rest of an id. */
const pool = Buffer.alloc(size * 256);
let used = pool.length;

let lastMs = 0;
let counter = 0;

/** A new UUIDv7. Ids made by one process grow strictly, also within a millisecond. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + size);
  used += size;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = ((bytes[6] ?? 0) & 0x07) << 8;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An id as one made at that time would be: for rows of a past that is written today. */
export function idAt(at: Date): string {
  const time = idFloor(at).slice(0, 13);
  return `${time}${newId().slice(13)}`;
}

/** Below every id that was made at that time or later. */
export function idFloor(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be an id at all; anything else is simply not found. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
