import type { QueryKey } from "../trpc/keys.ts";

/** What the server answers to a key, sent with the page. */
export type FirstAnswer = { key: QueryKey; data: unknown };

export type Ask = (question: { path: string; input: unknown }) => Promise<{ data: unknown } | undefined>;

/** Asks for what a page shows first; what is not answered is left to the browser. */
export async function firstAnswers(keys: readonly QueryKey[], ask: Ask): Promise<FirstAnswer[]> {
  const asked = keys.map(async (key): Promise<FirstAnswer[]> => {
    const [path, details] = key;
    const answer = await ask({ path: path.join("."), input: details?.input });
    if (!answer) return [];
    return [{ key, data: answer.data }];
  });
  return (await Promise.all(asked)).flat();
}

/** As one text, which a browser reads at once: an object would be built piece by piece before the page comes alive. */
export const writeAnswers = (answers: readonly FirstAnswer[]): string => JSON.stringify(answers);

/** As the cache holds them. */
export function readAnswers(written: string): FirstAnswer[] {
  return (JSON.parse(written) as FirstAnswer[]).map(({ key, data }) =>
    key[1]?.type === "infinite" ? { key, data: { pages: [data], pageParams: [undefined] } } : { key, data },
  );
}
