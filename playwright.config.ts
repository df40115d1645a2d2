import { existsSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";
import { firstPort, port, workers } from "./e2e/fixtures/ports.ts";

/** The machine's Chromium, or the one Playwright downloaded; the one without a window of its own costs least. */
function browserPath(): string | undefined {
  const places = [
    process.env.CHROMIUM_PATH ?? "",
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
  ];
  const own = chromium.executablePath();
  return places.find((place) => place !== "" && existsSync(place)) ?? (existsSync(own) ? own : undefined);
}

const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/fixtures/global-setup.ts",
  outputDir: "test-results",
  workers,
  fullyParallel: false,
  forbidOnly: true,
  // More attempts on a busy machine; `npm test` names every test that needed one.
  retries: 2,
  timeout: 300_000,
  // A page may need half a minute to come alive where the processors are shared.
  expect: { timeout: 45_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    // Motion is drawn frame by frame, which costs more than the deed: journeys that look at it switch it on.
    contextOptions: { reducedMotion: "reduce" },
    // What hangs fails with its own name, and leaves time for another attempt.
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    // Tracing every first attempt costs a third of the time.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: browserPath(),
      args: [
        ...asRoot,
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: "node scripts/e2e-server.mjs",
    url: `http://localhost:${firstPort(worker)}/health`,
    env: { PORT: String(firstPort(worker)) },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 } as const,
    stdout: "ignore" as const,
    stderr: "pipe" as const,
  })),
});
