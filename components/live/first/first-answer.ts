import type { QueryKey } from "../trpc/keys.ts";

/** What the cache holds under a key, sent with the page. */
export type FirstAnswer = { key: QueryKey; data: unknown };

export type Ask = (question: { path: string; input: unknown }) => Promise<{ data: unknown } | undefined>;

/** Asks for what a page shows first; what is not answered is left to the browser. */
export async function firstAnswers(keys: readonly QueryKey[], ask: Ask): Promise<FirstAnswer[]> {
  const asked = keys.map(async (key): Promise<FirstAnswer[]> => {
    const [path, details] = key;
    const answer = await ask({ path: path.join("."), input: details?.input });
    if (!answer) return [];
    const data = details?.type === "infinite" ? { pages: [answer.data], pageParams: [undefined] } : answer.data;
    return [{ key, data }];
  });
  return (await Promise.all(asked)).flat();
}
