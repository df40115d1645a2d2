import type { Acting } from "./act.ts";

/** Who a lead is, as a CRM wants to know it; `further` by the CRM's own fields. */
export type Person = { name: string; email: string; phone: string; further: Record<string, string> };

/** What may come of it; the title is its own, so that it is found again. */
export type Deal = { title: string; amount: number | null; currency: string; standing: "open" | "won" | "lost" };

/** The CRM's ids of what was saved before. */
export type Ids = { contact: string | undefined; deal: string | undefined };

export type Crm = {
  save: (acting: Acting, given: { person: Person; deal: Deal; known: Ids }) => Promise<Ids>;
  /** Whether it is reached and lets us in; nothing is written. */
  test: (acting: Acting) => Promise<void>;
};

/** The first word is the first name. */
export function nameParts(name: string): { first: string; last: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(" ") };
}
