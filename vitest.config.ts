import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,components,i18n,public,scripts,server}/**/*.test.{ts,tsx,mjs}"],
    environment: "node",
    globalSetup: "server/testing/global-setup.ts",
    setupFiles: ["server/testing/worker-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 150_000,
    hookTimeout: 120_000,
    // `npm test` tries the files that failed once more and names them.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
