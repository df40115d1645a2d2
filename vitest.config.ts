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
    // A test that needs a second attempt is a fault of the test or of the code.
    retry: 0,
    allowOnly: false,
    passWithNoTests: false,
  },
});
