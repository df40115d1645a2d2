import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { DatabaseClient } from "#server/db/driver/statements.ts";
import { Pipelines } from "#server/db/pipeline.ts";

/** One column of an answer: its name, PostgreSQL's type of it, and whether a row had nothing there. */
type AnsweredColumn = { name: string; type: number; nulls: boolean };

/** What a function's statement was answered with, as scripts/statements.mjs compares it with the declared row. */
export type Answered = { file: string; within: string; columns: AnsweredColumn[] };

const root = `${path.resolve(import.meta.dirname, "../../..")}/`;
const known = new Set<string>();
const place = path.join(root, ".cache", "statements", `${process.pid}.jsonl`);

type Caller = { file: string; within: string };

const ofProduct = /^server\/(?!db\/(?:sql|pool|pipeline|connections|prisma|driver\/statements)\.ts|testing\/)/;

/** The file of a frame, as the project names it; "" outside of it. */
function fileOf(frame: NodeJS.CallSite): string {
  const name = frame.getFileName()?.replace(/^file:\/\//, "") ?? "";
  return name.startsWith(root) ? name.slice(root.length).replace(/\?.*$/, "") : "";
}

/** The function of the product that asked: the first frame outside the doors of the database. */
function callerOf(frames: readonly NodeJS.CallSite[]): Caller | undefined {
  for (const frame of frames) {
    const file = fileOf(frame);
    if (!ofProduct.test(file)) continue;
    return /\.test\.tsx?$/.test(file) ? undefined : { file, within: frame.getFunctionName() ?? "" };
  }
  return undefined;
}

/** Frames as they are: to write a stack out takes longer than most statements do. */
function whoAsks(frames: number): Caller | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_, found) => callerOf(found);
  Error.stackTraceLimit = frames;
  try {
    return new Error("who asks").stack as unknown as Caller | undefined;
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

function note({ file, within }: Caller, { fields, rows }: pg.QueryResult<Record<string, unknown>>): void {
  // Columns without a name are for the database alone: "select 1 ... for update".
  if (fields.every(({ name }) => name === "?column?")) return;
  const columns = fields.map(({ name, dataTypeID: type }) => ({
    name,
    type,
    nulls: rows.some((row) => row[name] === null),
  }));
  const line = JSON.stringify({ file, within, columns } satisfies Answered);
  if (known.has(line)) return;
  known.add(line);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.appendFileSync(place, `${line}\n`);
}

type Query = (...given: unknown[]) => unknown;

/** Prisma takes the types of its rows from the schema itself, and asks for plain lists of values. */
function isPrismas([asked]: unknown[]): boolean {
  return typeof asked === "object" && asked !== null && "rowMode" in asked;
}

/** A connection of ours asks by way of the driver's: that is one statement. */
let within = false;

function asOne(ask: () => unknown): unknown {
  within = true;
  try {
    return ask();
  } finally {
    within = false;
  }
}

function watched(query: Query): Query {
  return function watchedQuery(this: unknown, ...given: unknown[]) {
    if (within || isPrismas(given)) return query.apply(this, given);
    // Mostly it is near.
    const caller = whoAsks(8) ?? whoAsks(30);
    const answer = asOne(() => query.apply(this, given));
    if (caller && answer instanceof Promise) {
      // The caller hears of a failure; here only answers count.
      answer.then(
        (result) => !Array.isArray(result) && note(caller, result),
        () => undefined,
      );
    }
    return answer;
  };
}

/** From here on every statement of this process leaves what it was answered with. */
export function watchStatements(): void {
  const doors = [pg.Client.prototype, DatabaseClient.prototype, pg.Pool.prototype, Pipelines.prototype];
  for (const prototype of doors as unknown as { query: Query & { is?: true } }[]) {
    if (prototype.query.is) continue;
    prototype.query = Object.assign(watched(prototype.query), { is: true as const });
  }
}
