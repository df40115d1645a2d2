import { QueryClient } from "@tanstack/react-query";
import { beforeAll, expect, it } from "vitest";
import { inboxKeys, pipelineKeys } from "#components/conversations/data/first-keys.ts";
import { readAddress } from "#components/conversations/inbox/inbox-address.ts";
import { readPipeline } from "#components/pipeline/pipeline-address.ts";
import { env } from "#server/config/env.ts";
import { listPhases } from "#server/phases/listing.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { answerFirst } from "#server/trpc/asking.ts";
import { trpcHandler } from "#server/trpc/handler.ts";
import { LiveCache } from "../live-cache.ts";
import { keys, type QueryKey } from "../trpc/keys.ts";
import { firstAnswers } from "./first-answer.ts";

const own = await openCompany("First", ["talk"]);
const other = await openCompany("Second", ["talk"]);
const cookies = { admin: "", agent: "", other: "" };

beforeAll(async () => {
  cookies.admin = (await signedIn(own.admin)).cookie;
  cookies.agent = (await signedIn(own.agent)).cookie;
  cookies.other = (await signedIn(other.admin)).cookie;
});

const sent = (keys: readonly QueryKey[], cookie: string, userId: string) =>
  firstAnswers(keys, async (question) => (await answerFirst(cookie, userId, [question]))[0]);

/** What a browser with these cookies is answered at the screens' door. */
async function asked([path, details]: QueryKey, cookie: string): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify(details?.input ?? {}));
  const request = new Request(`${env.publicUrl}/api/trpc/${path.join(".")}?input=${input}`, { headers: { cookie } });
  const { result } = JSON.parse(await (await trpcHandler(request, "request-1", "192.0.2.7")).text());
  return result?.data;
}

const { conversationId } = own.given;
const inbox = (address: string) => readAddress("/inbox", new URLSearchParams(address));

it("sends with a page what the screens' door would answer, nothing less and nothing else", async () => {
  const phases = await listPhases.execute(own.admin, {});
  const all = [
    ...inboxKeys(inbox("view=all")),
    ...inboxKeys(inbox("view=every&channel=WEB&sort=waitingSince:asc")),
    ...inboxKeys({ ...inbox("view=all"), conversationId }),
    ...pipelineKeys(readPipeline(new URLSearchParams("status=open")), phases),
  ];
  for (const [cookie, userId] of [
    [cookies.admin, own.admin.id],
    [cookies.agent, own.agent.id],
  ] as const) {
    const answers = await sent(all, cookie, userId);
    expect(answers.length).toBeGreaterThan(8);
    for (const { key, data } of answers) {
      expect(data, JSON.stringify(key)).toEqual(await asked(key, cookie));
    }
    const left = all.filter((key) => !answers.some((answer) => answer.key === key));
    for (const key of left) expect(await asked(key, cookie), JSON.stringify(key)).toBeUndefined();
  }
  const [list] = await sent(inboxKeys(inbox("view=all")).slice(-2, -1), cookies.admin, own.admin.id);
  expect(JSON.stringify(list)).toContain(conversationId);
});

it("sends what is refused to nobody: to one without the right, without a session, of another company, or seen as another", async () => {
  const audit = [keys.audit.list.infiniteQueryKey({})];
  const thread = inboxKeys({ ...inbox(""), conversationId }).slice(-4);
  expect(await sent(audit, cookies.admin, own.admin.id)).toHaveLength(1);
  expect(await sent(audit, cookies.agent, own.agent.id)).toEqual([]);
  expect(await sent(thread, "", own.admin.id)).toEqual([]);
  // A page is drawn for one person; the browser has become another meanwhile.
  expect(await sent(thread, cookies.agent, own.admin.id)).toEqual([]);
  const foreign = await sent([...thread, ...inboxKeys(inbox("view=all"))], cookies.other, other.admin.id);
  expect(foreign.length).toBeGreaterThan(0);
  expect(JSON.stringify(foreign.map(({ data }) => data))).not.toContain(conversationId);
  for (const id of Object.values(own.given)) expect(JSON.stringify(foreign.map(({ data }) => data))).not.toContain(id);
});

it("waits for no answer longer than a person waits for a page, and sends those that are there", async () => {
  const [quick, slow] = [keys.tags.list.queryKey({}), keys.phases.list.queryKey({})];
  const ask = ({ path }: { path: string }) =>
    path === "tags.list" ? Promise.resolve({ data: ["one"] }) : new Promise<undefined>(() => undefined);
  expect(await firstAnswers([slow, quick], ask, 20)).toEqual([{ key: quick, data: ["one"] }]);
});

it("asks for no list whose days begin and end by the browser's clock", () => {
  const lists = (address: string) =>
    inboxKeys(inbox(address)).filter(([path]) => path.join(".") === "conversations.inbox");
  expect(lists("view=all")).toHaveLength(1);
  expect(lists("view=all&from=2026-01-01")).toEqual([]);
  expect(pipelineKeys(readPipeline(new URLSearchParams("to=2026-01-01")), [{ id: "one" }])).toHaveLength(5);
});

it("changes nothing that is held, and nothing once events are heard", () => {
  const key = keys.tags.list.queryKey({});
  const cache = new LiveCache(new QueryClient(), "ana");
  const held = () => cache.client.getQueryData(key);
  cache.seed([{ key, data: ["first"] }]);
  cache.seed([{ key, data: ["again"] }]);
  expect(held()).toEqual(["first"]);
  cache.client.clear();
  cache.begin();
  cache.seed([{ key, data: ["old"] }]);
  expect(held()).toBeUndefined();
});
