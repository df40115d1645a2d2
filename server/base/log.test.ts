import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loggedError } from "./log-error.ts";
import { lineFor } from "./log-line.ts";

/** What a fresh process writes to its error stream when it runs this. */
function written(body: string): string {
  const source = `import { log } from ${JSON.stringify(path.join(import.meta.dirname, "log.ts"))}; ${body}`;
  const env = { PATH: "", NODE_ENV: "production" as const };
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", source], { env });
  expect(stdout.toString()).toBe("");
  return stderr.toString();
}

describe("the log", () => {
  it("writes one JSON line to the error stream", () => {
    expect(JSON.parse(written(`log.info({ path: "/v1" }, "answered");`))).toMatchObject({
      level: "info",
      path: "/v1",
      msg: "answered",
    });
  });

  it("hides secrets wherever they travel", () => {
    const text = written(`log.info({
      authorization: "Bearer sk_live_one",
      headers: { authorization: "Bearer sk_live_two", cookie: "session=three", "x-webhook-secret": "whsec_four" },
      request: { body: { password: "five", token: "six" } },
    }, "request");`);
    expect(text).toContain("[hidden]");
    expect(text).not.toMatch(/sk_live|three|whsec|five|six/);
  });

  it("escapes line breaks of untrusted text", () => {
    expect(written(`log.info({ name: "a\\n{\\"level\\":\\"fatal\\"}" }, "visitor");`).trim().split("\n")).toHaveLength(
      1,
    );
  });
});

describe("loggedError", () => {
  it("keeps what explains an error and its causes, and nothing else", () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED", client: { password: "hunter22" } });
    const logged = loggedError(new Error("the page failed", { cause }));
    expect(logged).toMatchObject({ message: "the page failed", cause: { message: "refused", code: "ECONNREFUSED" } });
    expect(JSON.stringify(logged)).not.toContain("hunter22");
  });

  it("ends with an error that is its own cause", () => {
    const error = new Error("again");
    error.cause = error;
    expect(JSON.stringify(loggedError(error))).toContain("again");
  });
});

it("turns an entry into a line for people", () => {
  const entry = { level: "warn", time: "2026-11-21T13:45:43.828Z", msg: "slow", ms: 12 };
  expect(lineFor(JSON.stringify(entry))).toBe("13:45:43 WARN  slow ms=12\n");
});
