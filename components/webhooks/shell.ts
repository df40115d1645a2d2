/** A text as one word of a POSIX shell, whatever is in it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export type CurlRequest = {
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
};

/** The same request as a command for a terminal. `$NAME` in `variables` stays a variable of the shell. */
export function curlCommand({ url, headers, body }: CurlRequest, variables: readonly string[] = []): string {
  const header = ([name, value]: readonly [string, string]) =>
    variables.includes(value) ? `-H "${name}: ${value}"` : `-H ${shellQuoted(`${name}: ${value}`)}`;
  // Brackets in an address are patterns to curl.
  const globbing = /[[\]{}]/.test(url) ? "--globoff " : "";
  return [
    `curl -i -X POST ${globbing}${shellQuoted(url)}`,
    ...headers.map(header),
    `--data-raw ${shellQuoted(body)}`,
  ].join(" \\\n  ");
}
