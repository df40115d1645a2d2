import { AppError } from "#server/base/errors.ts";
import { announceCommit } from "#server/core/events/storing.ts";
import { isRetryable } from "#server/db/errors.ts";
import { currentScope, discardingOnFailure, inCompany, inTransaction } from "#server/db/pool.ts";
import { retrying } from "#server/db/transactions/retrying.ts";
import { asAppError } from "./answer.ts";
import {
  type Answer,
  claim,
  type KeyedRequest,
  keep,
  type Stored,
  storedAnswer,
  unsealed,
} from "./kept-answers.sql.ts";

export type { Answer } from "./kept-answers.sql.ts";

type Given = Answer & { replayed: boolean };
type Request = KeyedRequest & { requestId: string };
type Failed = (error: unknown) => Answer;

/** Stores only answers to valid, authorised requests: a corrected request may use its key again (B7). */
const unkept: ReadonlySet<number> = new Set([400, 401, 413, 415, 429]);

/** Whether the outcome belongs to the key; else it is thrown on. */
function isKept(error: unknown): boolean {
  if (isRetryable(error)) return false;
  const { status } = asAppError(error);
  return status < 500 && !unkept.has(status);
}

/** What was stored, as of now: an error's requestId is that of the answer it comes with. */
function replay(request: Request, stored: Stored): Given {
  if (!stored.sameBody) throw new AppError("idempotency_conflict");
  const answer = unsealed(stored);
  if (answer.status < 400) return { ...answer, replayed: true };
  const body = JSON.stringify({ ...(JSON.parse(answer.body) as object), requestId: request.requestId });
  return { ...answer, body, replayed: true };
}

async function statement(text: string): Promise<void> {
  await currentScope()?.client?.query(text);
}

/** Runs `work` so that a refusal takes back only what it did, not the claim of the key. */
async function outcomeOf(work: () => Promise<Answer>, failed: Failed): Promise<Answer> {
  await statement("SAVEPOINT before_work");
  try {
    return await discardingOnFailure(work);
  } catch (error) {
    if (!isKept(error)) throw error;
    await statement("ROLLBACK TO SAVEPOINT before_work");
    return failed(error);
  }
}

/**
 * Claim, command and stored answer are one transaction: a kill leaves all of it or nothing, so a repeat runs at once or
 * gets the answer. A request that arrives while the first still runs waits briefly and is then refused.
 */
async function inOneTransaction(request: Request, work: () => Promise<Answer>, failed: Failed): Promise<Given> {
  const once = async () => {
    const stored = await claim(request);
    if (stored) return replay(request, stored);
    const answer = await outcomeOf(work, failed);
    await keep(request, answer);
    return { ...answer, replayed: false };
  };
  const given = await retrying(() => inTransaction(request.actor.companyId, once));
  if (!given.replayed) announceCommit();
  return given;
}

const calling = new Set<string>();

/**
 * Operations that call other servers hold no transaction while they wait. The claim belongs to this process, and the
 * answer is stored when it arrives: a kill leaves nothing.
 */
async function aroundCall(request: Request, work: () => Promise<Answer>, failed: Failed): Promise<Given> {
  const { actor, method, path, key } = request;
  const { companyId } = actor;
  const name = JSON.stringify([companyId, actor.id, method, path, key]);
  if (calling.has(name)) throw new AppError("idempotency_in_progress");
  calling.add(name);
  try {
    const stored = await inCompany(companyId, () => storedAnswer(request));
    if (stored) return replay(request, stored);
    const answer = await work().catch((error: unknown) => {
      if (isKept(error)) return failed(error);
      throw error;
    });
    await inCompany(companyId, () => keep(request, answer));
    return { ...answer, replayed: false };
  } finally {
    calling.delete(name);
  }
}

/**
 * Runs `work` at most once per key, token, method and path for 24 hours (decisions.md B7). `failed` renders a thrown
 * error that is kept with the key; others are thrown on.
 */
export async function idempotently(
  request: Request,
  kind: "query" | "command",
  work: () => Promise<Answer>,
  failed: Failed,
): Promise<Given> {
  if (!/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(request.key)) {
    const message = "Idempotency-Key holds 1 to 255 printable ASCII characters.";
    throw new AppError("validation_error", {
      message,
      details: [{ field: "Idempotency-Key", code: "invalid", message }],
    });
  }
  return kind === "command" ? inOneTransaction(request, work, failed) : aroundCall(request, work, failed);
}
