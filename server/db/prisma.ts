import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { currentClient, currentScope, tenantPool } from "./pool.ts";
import { statementName } from "./sql.ts";

/** A pool in name only: a statement goes to the transaction's own connection, else through the tenant pool. */
const door = Object.assign(new pg.Pool({ max: 1 }), {
  query: (statement: pg.QueryArrayConfig) => keepingFailure((currentClient() ?? tenantPool()).query(statement)),
});

const failures = new AsyncLocalStorage<{ cause?: unknown }>();

/** What the database answered, as it is: Prisma's own errors keep only part of it (db/errors.ts). */
function keepingFailure<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    const failure = failures.getStore();
    if (failure) failure.cause = cause;
    throw cause;
  });
}

const official = new PrismaPg(door, { statementNameGenerator: ({ sql }) => statementName(sql) ?? "" });

const adapter: SqlDriverAdapterFactory = {
  provider: official.provider,
  adapterName: official.adapterName,
  connect: async () => Object.assign(await official.connect(), { startTransaction: refuseTransaction }),
};

/** Transactions belong to commands. Nested writes would begin one. */
async function refuseTransaction(): Promise<never> {
  throw refused("begins no transaction of its own: write one table at a time, inside a command");
}

function refused(why: string): Error {
  const error = new Error(`prisma ${why}`);
  const failure = failures.getStore();
  if (failure) failure.cause = error;
  return error;
}

type Arguments = { where?: unknown; data?: unknown; create?: unknown };
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const fieldsOf: Fields = Prisma;

/** The column that names the company: none in what all companies share. */
function companyColumn(model: string): string | undefined {
  if (model === "Company") return "id";
  const fields = fieldsOf[`${model}ScalarFieldEnum`];
  return isFields(fields) && "companyId" in fields ? "companyId" : undefined;
}

/** Whether conditions or data name the company of this call, by itself or as the first part of a key. */
function names(company: string, column: string, given: unknown): boolean {
  if (!isFields(given)) return false;
  if (given[column] === company) return true;
  return Object.entries(given).some(
    ([key, part]) => key.startsWith("companyId_") && isFields(part) && part.companyId === company,
  );
}

/** Prisma leaves out a condition that is undefined: what was to find one row would find any. */
function isWhole(where: unknown): boolean {
  if (where === undefined) return false;
  if (!isFields(where) || where instanceof Date) return true;
  return Object.values(where).every(isWhole);
}

function check(model: string, operation: string, args: Arguments): void {
  const fault = (why: string) => new Error(`prisma.${model}.${operation} ${why}`);
  if ("where" in args && !isWhole(args.where)) throw fault("has a condition that is undefined");
  const column = companyColumn(model);
  if (!column) return;
  currentClient(); // Says so where the transaction of this call has ended.
  const company = currentScope()?.companyId;
  if (!company) throw fault("is called outside a company");
  const made = operation === "upsert" ? args.create : operation.startsWith("create") ? args.data : undefined;
  const given = [...(operation.startsWith("create") ? [] : [args.where]), ...(made === undefined ? [] : [made].flat())];
  if (!given.every((one) => names(company, column, one))) throw fault(`must name the company (${column})`);
}

/**
 * Runs at once, in the company and transaction it was called in: by itself Prisma begins only when the result is
 * awaited.
 */
async function run(call: () => PromiseLike<unknown>): Promise<unknown> {
  const failure: { cause?: unknown } = {};
  try {
    return await failures.run(failure, async () => await call());
  } catch (error) {
    throw failure.cause ?? error;
  }
}

const client = new PrismaClient({ adapter, errorFormat: "minimal", queryPlanCacheMaxSize: 500 });

/** Only these. Prisma answers several findUnique of one tick with one statement, whatever company they came from. */
const operations = [
  ...["findFirst", "findFirstOrThrow", "findMany", "count", "aggregate", "groupBy"],
  ...["create", "createMany", "createManyAndReturn", "upsert"],
  ...["update", "updateMany", "updateManyAndReturn", "delete", "deleteMany"],
] as const;
type Operation = (typeof operations)[number];

type Delegates = Omit<PrismaClient, `$${string}` | symbol>;
type Tables = { readonly [M in keyof Delegates]: Pick<Delegates[M], Operation & keyof Delegates[M]> };

/** A table's operations, each of which is checked first and begins at once. */
function guarded(model: Prisma.ModelName): [name: string, table: Fields] {
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  const delegate: Record<Operation, (args: Arguments) => PromiseLike<unknown>> = Reflect.get(client, name);
  const calls = operations.map((operation) => {
    const call = (args: Arguments = {}) =>
      run(() => {
        check(model, operation, args);
        return delegate[operation](args);
      });
    return [operation, call] as const;
  });
  return [name, Object.fromEntries(calls)];
}

/**
 * Reads and writes rows of one table in the company and the transaction of the call, as sql does, and fails as sql does.
 * For rows by key and plain conditions; what needs more is a `*.sql.ts` file (ARCHITECTURE.md).
 */
export const prisma = Object.fromEntries(Object.values(Prisma.ModelName).map(guarded)) as unknown as Tables;
