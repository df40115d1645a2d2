import type { Acting } from "./act.ts";

/** Who a lead is, as a CRM wants to know it; `further` by the CRM's own fields. */
export type Person = {
  name: string;
  email: string;
  phone: string;
  further: Record<string, string>;
  /** It is our contact; else only what a visitor has typed, which says nothing of who is there already (D10). */
  sure: boolean;
};

/** What may come of it; the title is its own, so that it is found again. */
export type Deal = { title: string; amount: number | null; currency: string; standing: "open" | "won" | "lost" };

/** A person there. What we have not made ourselves keeps what it says: only what is empty is filled. */
export type Saved = { id: string; made: boolean };

/** What was saved before. */
export type Kept = { contact: Saved | undefined; deal: string | undefined };

export type Crm = {
  save: (acting: Acting, given: { person: Person; deal: Deal; known: Kept }) => Promise<Kept>;
  /** Whether it is reached and lets us in; nothing is written. */
  test: (acting: Acting) => Promise<void>;
};

/** The first word is the first name. */
export function nameParts(name: string): { first: string; last: string } {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(" ") };
}
