import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { allowPrivateTargets, privateTargetsAllowed } from "#server/outbound/targets.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { allFurniture } from "#server/testing/furnishing.ts";
import { serveApi } from "#server/testing/serving.ts";
import { converse } from "#server/testing/talking.ts";
import { guideText } from "./guides.ts";

const run = promisify(execFile);
const company = await openCompany("Builders", allFurniture);
const api = await openApi(company);
const served = serveApi();
const allowed = privateTargetsAllowed();
afterAll(() => allowPrivateTargets(allowed));

it("shows builders calls that work as they are printed [P3]", async (context) => {
  if (spawnSync("curl", ["--version"]).error) context.skip("curl is not on this machine: left out");
  allowPrivateTargets(true);
  const commands = [...guideText("n8n").matchAll(/```sh run\n([^\n]+)\n```/g)].map(([, command = ""]) => command);
  expect(commands).toHaveLength(6);
  const permissions = ["clients_read", "clients_write", "chat_talk", "webhooks_read", "webhooks_write"] as const;
  const env = {
    NODE_ENV: "test" as const,
    ...{
      ME: company.admin.id,
      PATH: "/usr/local/bin:/usr/bin:/bin",
      PARLEY: served.origin(),
      PARLEY_TOKEN: (await company.token(permissions)).secret,
    },
    ...{ CHANNEL: company.given.channelId ?? "", CONVERSATION: (await converse(api, company)).id },
    ...{ WORKFLOW: "http://127.0.0.1:9/hook", KEY: randomBytes(24).toString("base64url") },
  };
  const answers: Record<string, unknown>[] = [];
  for (const command of commands) {
    const { stdout } = await run("sh", ["-c", command], { env });
    answers.push(JSON.parse(stdout) as Record<string, unknown>);
  }
  const [me, contact, message, list, webhook, feed] = answers;
  expect(me).toMatchObject({ id: company.admin.id });
  expect(contact).toMatchObject({ name: "Ada" });
  expect(message).toMatchObject({ text: "It is on its way." });
  expect(list).toMatchObject({ pagination: { nextCursor: null } });
  expect(webhook).toMatchObject({ eventTypes: ["contact/created"], secret: expect.stringMatching(/^whsec_/) });
  expect(feed?.data).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ name: "Ada" }) }));
  // The key of the second command makes its repeat harmless.
  const { stdout } = await run("sh", ["-c", commands[1] ?? ""], { env });
  expect(JSON.parse(stdout)).toMatchObject({ id: contact?.id });
});
