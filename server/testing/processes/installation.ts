import { execFile } from "node:child_process";
import path from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { env } from "#server/config/env.ts";
import { addressOf, scratchDatabase } from "#server/testing/database-server.ts";

type Place = {
  url: string;
  dataDir: string;
  cwd: string;
  /** What else is set, or with undefined is not. */
  settings?: Record<string, string | undefined>;
};

/** The administration's real program, as an operator calls it, with a data folder of its own. */
export function admin(
  { url, dataDir, cwd, settings: others = {} }: Place,
  ...args: string[]
): Promise<{ code: number; answer: Record<string, unknown> }> {
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    NEXTAUTH_SECRET: env.nextAuthSecret ?? "",
    LOG_LEVEL: "warn",
    NODE_ENV: "test" as const,
    // As `npm run admin` does: half of a start is the compiling of modules.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    ...others,
  };
  return new Promise((resolve) => {
    const program = path.join(import.meta.dirname, "../../admin.ts");
    execFile(process.execPath, [program, ...args], { env: settings, cwd }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, answer: JSON.parse(stdout) }),
    );
  });
}

export async function ask<Row extends object>(url: string, text: string, options?: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, ...(options ? { options } : {}) });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** An empty database of a plain user: owner of it, no superuser, held by row level security himself. */
export async function plainDatabase(name: string): Promise<string> {
  const server = inject("testServer");
  const url = await scratchDatabase(server, name);
  const [database, owner] = [new URL(url).pathname.slice(1), `backup_${name}_${process.pid}`];
  await ask(url, `create role ${owner} login createrole password 'secret'`);
  await ask(url, `grant parley_app, parley_system to ${owner}`);
  await ask(url, `alter database "${database}" owner to ${owner}`);
  const address = new URL(addressOf(url, database));
  address.username = owner;
  address.password = "secret";
  afterAll(async () => {
    await ask(server.url, `drop database "${database}" with (force)`);
    await ask(server.url, `drop role ${owner}`);
  });
  return address.href;
}
