import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { actorFromCookies, isOtherPerson } from "#server/sessions/authentication.ts";
import { appRouter } from "./router.ts";

export type Question = { path: string; input: unknown };
/** Without data: this question is not answered along with the page. */
export type Answer = { data: unknown } | undefined;

/** A page waits no longer for what it sends along: the browser then asks for it itself. */
const patienceMs = 1000;

/**
 * What `/api/trpc` would answer this browser, for a page that is drawn with it: the same procedures, rights and shapes.
 * Without an answer are what is refused, fails or takes long, and everything where the cookies are another person's
 * by now: the browser asks for that itself, and hears why.
 */
export async function answerFirst(cookies: string, userId: string, questions: readonly Question[]): Promise<Answer[]> {
  const actor = await actorFromCookies(cookies);
  if (!actor || isOtherPerson(actor, userId)) return questions.map(() => undefined);
  const ctx = { actor, requestId: "page" };
  const answer = async ({ path, input }: Question) => {
    const given: unknown = input === undefined ? undefined : JSON.parse(JSON.stringify(input));
    const call = { router: appRouter, path, type: "query", ctx, getRawInput: async () => given } as const;
    const data: unknown = await callTRPCProcedure({ ...call, signal: undefined, batchIndex: 0 });
    // As it comes to a browser: times are texts, and what is not there is left out.
    return data === undefined ? undefined : { data: JSON.parse(JSON.stringify(data)) as unknown };
  };
  return Promise.all(questions.map((question) => inTime(answer(question), question.path)));
}

async function inTime<T>(answer: Promise<T>, path: string): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    return await Promise.race([answer.catch((error: unknown) => noAnswer(error, path)), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is refused here is refused to the browser as well, which says so; procedures log what fails. */
function noAnswer(error: unknown, path: string): undefined {
  const known = error instanceof TRPCError && error.cause instanceof AppError;
  if (!known) log.error({ error, path }, "a page could not send its first answer along");
  return undefined;
}
