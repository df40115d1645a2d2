import type { TestProject } from "vitest/node";
import { openTestServer, type TestServer } from "./database-server.ts";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges into Vitest's own.
  export interface ProvidedContext {
    testServer: TestServer;
    /** Whether a process runs several files of tests, one after the other. */
    sharesProcess: boolean;
  }
}

/** Once per run: a PostgreSQL with a migrated template. Answers what ends it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...server } = await openTestServer(
    process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || undefined,
  );
  project.provide("testServer", server);
  return close;
}
