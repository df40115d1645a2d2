import { expect, it } from "vitest";
import { systemPool } from "#server/db/system.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import type { VisitorConversation } from "./schema.ts";

const company = await openCompany();
const api = await openApi(company);

type Answer = { conversation: VisitorConversation };
type Refused = { details?: { field: string }[] };

const define = async (body: Record<string, unknown>) =>
  (await api.post<{ id: string } & Refused>("/v1/custom-fields", { entity: "conversation", ...body })).body;

it("a visitor sees what is filled in of fields marked so, and of no other field [W9]", async () => {
  const seen = await define({ key: "case", label: "Case number", type: "number", visibleToVisitor: true });
  await define({ key: "ready", label: "Ready on", type: "date", visibleToVisitor: true });
  await define({ key: "gone", label: "Gone", type: "number", visibleToVisitor: true });
  await define({ key: "secret", label: "Hidden label" });
  const contact = { entity: "contact", key: "hidden", label: "Hidden of the contact", visibleToVisitor: true };
  expect((await define(contact)).details?.[0]?.field).toBe("visibleToVisitor");
  const visitor = await visitorOn(company.given.channelId ?? "");
  const id = await visitor.begin("hello");
  const path = `/conversations/${id}/messages`;
  const read = async () => {
    const listed = await visitor.get<Answer>(path);
    const sent = await visitor.post<Answer>(path, { body: "more", clientMessageId: `c-${Math.random()}` });
    const session = await visitor.side.post<Answer>(`${visitor.base}/session`, {}, visitor.options);
    for (const { text } of [listed, sent, session]) expect(text).not.toMatch(/hidden|secret|customFields|private/i);
    expect(sent.body.conversation.fields).toEqual(listed.body.conversation.fields);
    expect(session.body.conversation.fields).toEqual(listed.body.conversation.fields);
    return listed.body.conversation.fields;
  };
  expect(await read()).toEqual([]);
  const customFields = { case: 12, ready: "2026-12-01", secret: "private", undefined_key: "private" };
  expect((await api.patch(`/v1/conversations/${id}`, { customFields })).status).toBe(200);
  // From before its field was defined: it fits no longer, and stays with the team.
  await systemPool().query(
    `update conversations set "customFields" = "customFields" || '{"gone": {"private": "private"}}' where "id" = $1`,
    [id],
  );
  expect(await read()).toEqual([
    { label: "Case number", type: "number", value: 12 },
    { label: "Ready on", type: "date", value: "2026-12-01" },
  ]);
  await api.patch(`/v1/custom-fields/${seen.id}`, { visibleToVisitor: false });
  expect((await read()).map(({ label }) => label)).toEqual(["Ready on"]);
  const other = await visitorOn(company.given.channelId ?? "");
  expect((await other.get(path)).status).toBe(404);
});
