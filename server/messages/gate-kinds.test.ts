import { describe, expect, it } from "vitest";
import { sendTemplate } from "#server/templates/sending.ts";
import { eventsOf } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { lines, reread, say, transcript } from "#server/testing/talking.ts";

const company = await openCompany("Gate", ["whatsapp"]);
const api = await openApi(company);

type State = "ON" | "OFF";
type Line = { conversationId: string; contactId: string };
let people = 0;

/** A WhatsApp conversation in which the customer has just written, with the bot as wanted. */
async function lineWith(state: State): Promise<Line> {
  people += 1;
  const phone = `+34 600 555 ${200 + people}`;
  const { channelId, whatsappChannelId } = company.given;
  const made = await api.post<{ id: string }>("/v1/contacts", { websiteId: channelId, name: "Ana", phone });
  const path = `/v1/whatsapp/${whatsappChannelId}/template-messages`;
  const first = await api.post<{ conversationId: string }>(path, {
    templateId: company.given.templateId,
    contactId: made.body.id,
  });
  const { conversationId } = first.body;
  expect((await say(api, conversationId, "visitor")).status).toBe(202);
  if (state === "OFF") await api.patch(`/v1/conversations/${conversationId}/chatbot-state`, { chatbotState: "OFF" });
  return { conversationId, contactId: made.body.id };
}

const kinds = {
  "a text by a person": ({ conversationId }: Line) => say(api, conversationId, "user", { from: company.agent.id }),
  "a text by a robot": ({ conversationId }: Line) => say(api, conversationId, "robot"),
  "a template by a person": ({ conversationId }: Line) =>
    sendTemplate.execute(company.admin, { templateId: company.given.templateId ?? "", conversationId }),
  "a template by a campaign": ({ contactId }: Line) =>
    api.post(`/v1/whatsapp/${company.given.whatsappChannelId}/messages`, {
      templateId: company.given.templateId,
      contacts: [contactId],
    }),
} as const;

type Outcome = { lines: string[]; events: string[]; told: string[]; chatbotState: State };

/** What a kind leaves in the thread, which events it emits, and the bot's state in webhooks. */
const expected: Record<keyof typeof kinds, Record<State, Outcome>> = {
  "a text by a person": {
    ON: taken(["/intervened", "/bot_paused", "user"], true),
    OFF: taken(["/intervened", "user"], false),
  },
  "a text by a robot": {
    ON: { lines: ["robot"], events: ["conversation/message"], told: ["ON"], chatbotState: "ON" },
    OFF: { lines: [], events: [], told: [], chatbotState: "OFF" },
  },
  "a template by a person": {
    ON: taken(["/intervened", "/bot_paused", "/template_sent", "user"], true),
    OFF: taken(["/intervened", "/template_sent", "user"], false),
  },
  "a template by a campaign": {
    ON: { lines: ["/template_sent", "robot"], events: ["conversation/message"], told: ["ON"], chatbotState: "ON" },
    OFF: { lines: ["/template_sent", "robot"], events: ["conversation/message"], told: ["OFF"], chatbotState: "OFF" },
  },
};

/** A person's message: the bot is switched off before it, and its author gets the conversation. */
function taken(shown: string[], switched: boolean): Outcome {
  const events = ["conversation/message", "conversation/operator_assigned"];
  return {
    lines: [...shown, "/assigned"],
    events: switched ? ["conversation/updated", ...events] : events,
    told: ["OFF"],
    chatbotState: "OFF",
  };
}

describe("whatever is written goes through one gate", () => {
  for (const [name, send] of Object.entries(kinds)) {
    for (const state of ["ON", "OFF"] as const) {
      it(`${name} with the bot ${state}`, async () => {
        const line = await lineWith(state);
        const before = (await transcript(api, line.conversationId)).length;
        const stored = (await eventsOf(company)).length;
        await send(line);
        const events = (await eventsOf(company)).slice(stored).filter(({ type }) => type.startsWith("conversation/"));
        const shown = lines((await transcript(api, line.conversationId)).slice(before)).map(
          (text) => text.split(":")[0],
        );
        const told = events.flatMap(({ type, data }) =>
          type === "conversation/message" ? [data.conversation] : [],
        ) as { chatbotState: State }[];
        expect({
          lines: shown,
          events: events.map(({ type }) => type),
          told: told.map(({ chatbotState }) => chatbotState),
          chatbotState: (await reread(api, line.conversationId)).chatbotState,
        }).toEqual(expected[name as keyof typeof kinds][state]);
      });
    }
  }
});
