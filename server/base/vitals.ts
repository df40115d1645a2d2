/** What must live in this process for it to do its work, and what ails it: for health. */
const parts = new Map<string, () => string | undefined>();

/** Names a part and how to ask it: a short reason when it is not well. Answers how to take it out. */
export function vital(part: string, ailment: () => string | undefined): () => void {
  parts.set(part, ailment);
  return () => {
    if (parts.get(part) === ailment) parts.delete(part);
  };
}

const lacking = new Map<string, string>();

/** Names something this process does without, by its kind and not by a fault. */
export function lacks(part: string, reason: string): void {
  lacking.set(part, reason);
}

export function lackings(): Record<string, string> {
  return Object.fromEntries(lacking);
}

/** Whether the part lives here at all. */
export function hasPart(part: string): boolean {
  return parts.has(part);
}

/** The parts that are not well, each with its reason. */
export function ailments(): Record<string, string> {
  return Object.fromEntries(
    [...parts].flatMap(([part, ailment]) => {
      const reason = ailment();
      return reason === undefined ? [] : [[part, reason]];
    }),
  );
}
