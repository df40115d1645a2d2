import type { QueryKey } from "../trpc/keys.ts";

/** What the server answers to a key, sent with the page. */
export type FirstAnswer = { key: QueryKey; data: unknown };

export type Ask = (question: { path: string; input: unknown }) => Promise<{ data: unknown } | undefined>;

/** A page does not wait longer for what it shows first: it comes with what is there, and asks for the rest itself. */
const patienceMs = 2000;

/** Asks for what a page shows first; what is not answered, or not in time, is left to the browser. */
export async function firstAnswers(keys: readonly QueryKey[], ask: Ask, withinMs = patienceMs): Promise<FirstAnswer[]> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(giveUp, withinMs);
  const asked = keys.map(async (key): Promise<FirstAnswer[]> => {
    const [path, details] = key;
    const answer = await Promise.race([ask({ path: path.join("."), input: details?.input }), late]);
    return answer ? [{ key, data: answer.data }] : [];
  });
  try {
    return (await Promise.all(asked)).flat();
  } finally {
    clearTimeout(timer);
  }
}

/** As one text, which a browser reads at once: an object would be built piece by piece before the page comes alive. */
export const writeAnswers = (answers: readonly FirstAnswer[]): string => JSON.stringify(answers);

/** As the cache holds them. */
export function readAnswers(written: string): FirstAnswer[] {
  return (JSON.parse(written) as FirstAnswer[]).map(({ key, data }) =>
    key[1]?.type === "infinite" ? { key, data: { pages: [data], pageParams: [undefined] } } : { key, data },
  );
}
