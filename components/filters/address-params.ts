/** The parameters of an address as a page is given them; of one that is named twice, the first counts, as in a browser. */
export function readParams(given: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) if (one !== undefined) params.append(name, one);
  return params;
}
