import fs from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

const all = "{app,bench,chaos,components,i18n,public,scripts,server}/**/*.test.{ts,tsx,mjs}";

/** What a file does that reaches beyond it: settings read while modules load, connections and processes of its own. */
const reachesOut =
  /vi\.(?:stubEnv|stubGlobal|resetModules)\(|testing\/(?:meta|mail-server)\.ts|open(?:Tenant|System)Pool\(|pg_terminate_backend|startRelay\(|serveApi\(|spawn\(/;

/** Those get a process each; the others share two, for loading all modules anew costs as much as the tests themselves. */
const alone = fs
  .globSync(all)
  .filter((file) => file.includes(".slow.test.") || reachesOut.test(fs.readFileSync(file, "utf8")));

const common = {
  setupFiles: ["server/testing/worker-setup.ts"],
  pool: "forks" as const,
  testTimeout: 150_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // Once for both: the database server.
    globalSetup: "server/testing/global-setup.ts",
    maxWorkers: 2,
    // `npm test` tries the files that failed once more and names them.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...common,
          name: "shared",
          isolate: false,
          include: [all],
          exclude: [...configDefaults.exclude, ...alone],
        },
      },
      { test: { ...common, name: "alone", include: alone } },
    ],
  },
});
