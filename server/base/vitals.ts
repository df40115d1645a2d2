/** The parts that this process needs for its work and what is wrong with them, for the health checks. */
const parts = new Map<string, () => string | undefined>();

/**
 * Registers a part with its check, which returns a short reason when the part is not well. Returns how to remove it.
 */
export function registerPart(part: string, ailment: () => string | undefined): () => void {
  parts.set(part, ailment);
  return () => {
    if (parts.get(part) === ailment) parts.delete(part);
  };
}

const lacking = new Map<string, string>();

/** Registers something that this kind of process runs without by design. */
export function declareMissing(part: string, reason: string): void {
  lacking.set(part, reason);
}

/** What `declareMissing` named, with its reasons. */
export function missingByDesign(): Record<string, string> {
  return Object.fromEntries(lacking);
}

/** Whether the part runs in this process at all. */
export function hasPart(part: string): boolean {
  return parts.has(part);
}

/** The parts that are not well, each with its reason. */
export function failingParts(): Record<string, string> {
  return Object.fromEntries(
    [...parts].flatMap(([part, ailment]) => {
      const reason = ailment();
      return reason === undefined ? [] : [[part, reason]];
    }),
  );
}
