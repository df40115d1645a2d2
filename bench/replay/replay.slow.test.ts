import { expect, it } from "vitest";
import { createConversation } from "#server/conversations/opening/creating.ts";
import { systemPool, systemUrl } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";
import { replay, type Work } from "./replay.ts";

const company = await openCompany();

async function conversations(count: number): Promise<string[]> {
  const ids: string[] = [];
  const made = { channelId: company.given.channelId ?? "", companyId: company.companyId, channel: "WEB" as const };
  for (let n = 0; n < count; n += 1)
    ids.push((await createConversation.execute(company.admin, { ...made, from: `visitor-${n}` })).id);
  return ids;
}

/** Threads whose messages are not numbered one after the other, or whose highest number is another. */
async function broken(): Promise<number> {
  const { rows } = await systemPool().query<{ n: number }>(
    `select count(*)::int as n from (select c."lastSeq", count(*) as written, max(m."seq") as highest
       from conversations c join messages m on m."companyId" = c."companyId" and m."conversationId" = c."id"
       where c."companyId" = $1 group by c."id", c."lastSeq") t where t."lastSeq" <> t.highest or t.written <> t.highest`,
    [company.companyId],
  );
  return rows[0]?.n ?? -1;
}

const works: Record<Work["kind"], (ids: string[]) => Work> = {
  message: (ids) => ({ kind: "message", conversations: ids, userId: company.admin.userId ?? "" }),
  visitor: (ids) => ({ kind: "visitor", conversations: ids }),
  bot: (ids) => ({ kind: "bot", conversations: ids }),
  inbound: () => ({
    kind: "inbound",
    channelId: company.given.channelId ?? "",
    peers: ["5491140000001", "5491140000002"],
  }),
};

it.each(Object.keys(works) as Work["kind"][])("repeats what a %s writes, as often as it is asked", async (kind) => {
  const work = works[kind](kind === "inbound" ? [] : await conversations(6));
  const given = { url: systemUrl(), companyId: company.companyId, work, seconds: 1, connections: 2 };
  const { perSecond, cpuMs } = await replay(given);
  expect(perSecond).toBeGreaterThan(1);
  expect(cpuMs).toBeGreaterThan(0);
  expect(await broken()).toBe(0);
});
