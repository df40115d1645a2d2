import fs from "node:fs";
import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { testsAtOnce } from "./scripts/programs.mjs";

const all = "{app,bench,chaos,components,i18n,public,scripts,server}/**/*.test.{ts,tsx,mjs}";

/** What no other file may share: settings and operations as their modules load, processes of its own. */
const reachesOut =
  /vi\.(?:stubEnv|stubGlobal|resetModules)\(|testing\/(?:meta|screens\/scene)\.ts|new Presence\(|spawn\(/;

/** A mail server is a setting read while modules load, too, and the same for all that send by it. */
const mails = /testing\/mail-server\.ts/;

/** What the others do without: a relay, an API on a port, connections of its own or cut ones. */
const relays = /open(?:Tenant|System)Pool\(|pg_terminate_backend|startRelay\(|serveApi\(/;

/** What Node itself cannot load: JSX, and what must run before the imports. */
const needsTransforming = /vi\.hoisted\(|resetModules\(|from "[^"]+\.tsx"/;

const files = fs.globSync(all).map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));
const chosen = (wanted: (text: string, file: string) => boolean) =>
  files.filter(({ file, text }) => wanted(text, file)).map(({ file }) => file);

/** Those are loaded by Vite, a process each. */
const transformed = chosen((text) => needsTransforming.test(text));

/** Those get a process each; the others share two, for loading all modules anew costs as much as the tests themselves. */
const alone = chosen((text, file) => file.includes(".slow.test.") || reachesOut.test(text)).filter(
  (file) => !transformed.includes(file),
);
const own = [...transformed, ...alone];
const mailing = chosen((text) => mails.test(text)).filter((file) => !own.includes(file));
const relaying = chosen((text) => relays.test(text)).filter((file) => ![...own, ...mailing].includes(file));

// As `npm start` does: each process finds the modules compiled, with their types stripped.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, ".cache", "compiled");

const common = {
  provide: { sharesProcess: false },
  setupFiles: ["server/testing/worker-setup.ts"],
  pool: "forks" as const,
  testTimeout: 150_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Loaded by Node, as the product is: half the work of transforming. */
const native = { ...common, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** One file after the other in a process. */
const shared = { ...native, isolate: false, provide: { sharesProcess: true } };

export default defineConfig({
  test: {
    // Once for all: the database server.
    globalSetup: "server/testing/global-setup.ts",
    maxWorkers: testsAtOnce(6),
    // `npm test` tries the files that failed once more and names them.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...shared,
          name: "shared",
          include: [all],
          exclude: [...configDefaults.exclude, ...own, ...mailing, ...relaying],
        },
      },
      { test: { ...shared, name: "mailing", include: mailing } },
      { test: { ...shared, name: "relaying", include: relaying } },
      { test: { ...native, name: "alone", include: alone } },
      { test: { ...common, name: "transformed", include: transformed } },
    ],
  },
});
