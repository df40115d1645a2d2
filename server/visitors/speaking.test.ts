import { beforeAll, describe, expect, it } from "vitest";
import { readQuestionList, saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import type { CreatedCompany } from "#server/companies/creating.ts";
import { systemActor } from "#server/core/actor.ts";
import { openPools } from "#server/testing/pools.ts";
import { plainCompany, visitorOn, visitorSide } from "#server/testing/visitor.ts";
import type { VisitorMessage, WidgetConfig } from "./schema.ts";

openPools();

const spanish = "es-MX,es;q=0.9,en;q=0.7";
let company: CreatedCompany;

beforeAll(async () => {
  company = await plainCompany("Spoken");
  const actor = systemActor(company.companyId);
  const { nodes } = await readQuestionList.execute(actor, { chatbotId: company.channelId });
  const [first, ...others] = nodes;
  if (!first) throw new Error("a new company's bot greets");
  const greeting = { ...first, translations: { es: { text: ["Hola, ¿en qué podemos ayudarte?"] } } };
  await saveQuestionList.execute(actor, { chatbotId: company.channelId, nodes: [greeting, ...others] });
});

describe("the bot's language on the web [found U16]", () => {
  it("is the browser's, before the visitor has written and in the conversation", async () => {
    const config = (headers: Record<string, string>) =>
      visitorSide().get<WidgetConfig>(`/widget/v1/${company.channelId}/config`, { headers });
    const said = (answer: { body: WidgetConfig }) => answer.body.opening.messages[0]?.text;
    const shown = await config({ "accept-language": spanish });
    expect(said(shown)).toBe("Hola, ¿en qué podemos ayudarte?");
    expect(shown.headers.get("vary")).toContain("Accept-Language");
    expect(said(await config({ "accept-language": "de" }))).toMatch(/^Hi, welcome/);
    expect(said(await config({}))).toMatch(/^Hi, welcome/);

    const { side, base, options } = await visitorOn(company.channelId);
    const begun = await side.post<{ messages: VisitorMessage[] }>(
      `${base}/conversations`,
      { message: { body: "Quiero un presupuesto", clientMessageId: "c-1" }, openingSeed: shown.body.opening.seed },
      { ...options, headers: { ...options.headers, "accept-language": spanish } },
    );
    expect(begun.status).toBe(201);
    expect(begun.body.messages[0]?.text).toBe("Hola, ¿en qué podemos ayudarte?");
  });
});
