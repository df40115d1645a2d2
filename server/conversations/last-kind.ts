import { type LastKind, lastKinds } from "./choices.ts";

type Said = { type: string; extra?: unknown };

const missedIn = (extra: object) => {
  const call: unknown = Reflect.get(extra, "call");
  return typeof call === "object" && call !== null && Reflect.get(call, "kind") === "missed";
};

/** What a conversation's last message is, for a line that has no words to show of it. */
export function lastKindOf({ type, extra }: Said): LastKind {
  if (typeof extra === "object" && extra !== null) {
    if (Reflect.get(extra, "deleted") === true) return "deleted";
    if (missedIn(extra)) return "missed_call";
  }
  return lastKinds.find((kind) => kind === type) ?? "";
}
