const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What of `own` differs from `stored`. */
export function changesIn<Draft extends object>(own: Partial<Draft>, stored: Partial<Draft>): Partial<Draft> {
  const keys = Object.keys(own) as (keyof Draft)[];
  return Object.fromEntries(
    keys.filter((key) => !same(own[key], stored[key])).map((key) => [key, own[key]]),
  ) as Partial<Draft>;
}

/** What `draft` says of the fields of `part`. */
export function valuesOf<Draft extends object>(draft: Partial<Draft>, part: Partial<Draft>): Partial<Draft> {
  const keys = (Object.keys(part) as (keyof Draft)[]).filter((key) => Object.hasOwn(draft, key));
  return Object.fromEntries(keys.map((key) => [key, draft[key]])) as Partial<Draft>;
}
