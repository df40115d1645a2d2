import { AppError } from "#server/core/errors.ts";
import { log } from "#server/core/log.ts";
import { ailments } from "#server/core/vitals.ts";
import { later } from "#server/db/outside.ts";
import { systemPool } from "#server/db/system.ts";

const askMs = 1500;
/** Everybody may ask: the database is asked once for all who ask in the same moment. */
const freshMs = 300;

let asking: Promise<string | undefined> | undefined;

async function databaseAils(): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, askMs, "the database does not answer in time");
  });
  const question = { text: "select 1", query_timeout: askMs };
  const answer = Promise.resolve()
    .then(() => systemPool().query(question))
    .then(
      () => undefined,
      (error: unknown) => {
        log.debug({ error }, "the database could not be asked");
        return "the database cannot be reached";
      },
    );
  const ailment = await Promise.race([answer, late]);
  clearTimeout(timer);
  return ailment;
}

/** GET /health/ready: whether this process can do its work now. Throws `unavailable`, naming the parts that cannot. */
export async function readiness(): Promise<{ status: "ready" }> {
  asking ??= databaseAils().finally(() =>
    later(() => {
      asking = undefined;
    }, freshMs).unref(),
  );
  const database = await asking;
  const parts = { ...(database ? { database } : {}), ...ailments() };
  if (Object.keys(parts).length === 0) return { status: "ready" };
  throw new AppError("unavailable", { message: "This process cannot do its work right now.", extra: { parts } });
}
