const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What of `own` differs from `stored`. */
export function changesIn<Draft extends object>(own: Partial<Draft>, stored: Partial<Draft>): Partial<Draft> {
  const keys = Object.keys(own) as (keyof Draft)[];
  return Object.fromEntries(
    keys.filter((key) => !same(own[key], stored[key])).map((key) => [key, own[key]]),
  ) as Partial<Draft>;
}
