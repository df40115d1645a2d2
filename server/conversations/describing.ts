import type { Changes, ConversationChange } from "./change.ts";

type Known = { name?: string | undefined; email?: string | undefined; phone?: string | undefined };

/** Writes the visitor's name, email and phone; emits `conversation/updated` once if anything differs (K11). */
export function describeVisitor(change: ConversationChange, known: Known): void {
  const wanted = { visitorName: known.name, visitorEmail: known.email, visitorPhone: known.phone };
  const changes: Changes = {};
  for (const field of ["visitorName", "visitorEmail", "visitorPhone"] as const) {
    const after = wanted[field];
    const before = change.row[field];
    if (!after || after === before) continue;
    changes[field] = { before, after };
    change.set({ [field]: after });
  }
  if (Object.keys(changes).length === 0) return;
  const name = change.row.visitorName;
  if (changes.visitorName) {
    change.set({
      participants: change.row.participants.map((one) => (one.type === "visitor" ? { ...one, name } : one)),
    });
  }
  change.updated(changes);
}
