/** The parameters of an address as a page is given them; of one that is named twice, the first counts, as in a browser. */
export function readParams(given: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) if (one !== undefined) params.append(name, one);
  return params;
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

/** What an address says of each of `names`; absent ones are "". */
export function addressValues<Name extends string>(
  names: readonly Name[],
  params: Pick<URLSearchParams, "get">,
): Values<Name> {
  const values = names.map((name) => [name, (params.get(name) ?? "").trim().slice(0, 200)]);
  return Object.fromEntries(values) as Record<Name, string>;
}
