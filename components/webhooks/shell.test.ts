import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curlCommand, shellQuoted } from "./shell.ts";

/** What the program would get, as the shell itself understands the command. */
function argumentsOf(command: string, setting = ""): string[] {
  const script = `${setting}\ncurl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const output = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const request = {
  url: "https://example.com/hook?a=1&b=$(id)",
  headers: [
    ["Content-Type", "application/json"],
    ["X-Team", "it's `ours`"],
  ],
  body: `{"text":"Don't $PATH \\n \\"quoted\\" ; rm -rf /\\u2028"}`,
} as const;

describe("copying a delivery as curl", () => {
  it("hands over every text to the letter", () => {
    expect(argumentsOf(curlCommand(request))).toEqual([
      "-i",
      "-X",
      "POST",
      request.url,
      "-H",
      "Content-Type: application/json",
      "-H",
      "X-Team: it's `ours`",
      "--data-raw",
      request.body,
    ]);
  });

  it("leaves the secret to a variable of the reader's shell", () => {
    const command = curlCommand({ ...request, headers: [["X-Webhook-Secret", "$WEBHOOK_SECRET"]] }, [
      "$WEBHOOK_SECRET",
    ]);
    expect(argumentsOf(command, "WEBHOOK_SECRET=whsec_1")).toContain("X-Webhook-Secret: whsec_1");
  });

  it("does not let a body that names a variable be replaced", () => {
    const command = curlCommand({ ...request, headers: [["X-A", "$HOME"]] }, ["$WEBHOOK_SECRET"]);
    expect(argumentsOf(command, "HOME=/root")).toContain("X-A: $HOME");
  });

  it("keeps curl from reading patterns out of an address", () => {
    expect(argumentsOf(curlCommand({ ...request, url: "http://[::1]:8080/{a}" }))).toContain("--globoff");
    expect(argumentsOf(curlCommand(request))).not.toContain("--globoff");
  });

  it("quotes anything", () => {
    const texts = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0") && text.isWellFormed());
    fc.assert(
      fc.property(texts, (text) => {
        expect(argumentsOf(`curl ${shellQuoted(text)}`)).toEqual([text]);
      }),
      { numRuns: 30 },
    );
  });
});
