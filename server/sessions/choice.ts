import { z } from "zod";
import { minute, second } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { log } from "#server/base/log.ts";
import { systemPool } from "#server/db/system.ts";
import { choiceCookie, openedToken, readCookie, sealedToken, setCookie } from "./cookies.ts";

/** The page on which a person chooses between companies after the identity provider's answer. */
export const choicePath = "/sign-in/company";

const lifetimeMs = 5 * minute;
const salt = "choice between companies";

const choiceSchema = z.object({
  id: z.uuid(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  authTime: z.number().optional(),
});
/** The identity provider's answer, kept until the person has chosen a company; `id` makes it usable once. */
export type Choice = z.infer<typeof choiceSchema>;

/** Set-Cookie that hands the proven identity over to the page of the choice: sealed, for minutes, in this browser only. */
export async function handOver(vouched: Omit<Choice, "id">): Promise<string> {
  const token = { ...vouched, id: newId() };
  const maxAge = lifetimeMs / second;
  return setCookie(choiceCookie, await sealedToken(token, { maxAge, salt }), maxAge);
}

export const forgetChoice = (): string => setCookie(choiceCookie, "", 0);

/** The identity handed to this browser; undefined for none, and for one that is damaged or too old. */
export async function choiceIn(cookieHeader: string): Promise<Choice | undefined> {
  const cookie = readCookie(cookieHeader, choiceCookie);
  if (!cookie || cookie.length > 4096) return undefined;
  try {
    return choiceSchema.safeParse(await openedToken(cookie, { salt })).data;
  } catch (error) {
    log.debug({ error }, "a choice between companies was not ours, or too old");
    return undefined;
  }
}

/** Uses it up; returns whether it was unused. */
export async function useUp({ id }: Pick<Choice, "id">): Promise<boolean> {
  const { rowCount } = await systemPool().query(
    `insert into used_choices ("id") values ($1) on conflict ("id") do nothing`,
    [id],
  );
  return rowCount === 1;
}

export async function isUsed({ id }: Choice): Promise<boolean> {
  const { rowCount } = await systemPool().query(`select 1 from used_choices where "id" = $1`, [id]);
  return rowCount === 1;
}
