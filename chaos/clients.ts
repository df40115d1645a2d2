import { createChannel } from "#server/channels/creating.ts";
import { questionNodeSchema } from "#server/chatbots/schema.ts";
import { createCompany } from "#server/companies/creating.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { permissionsOfRole } from "#server/core/permissions.ts";
import { signedIn } from "#server/testing/sockets.ts";
import { createToken } from "#server/tokens/creating.ts";
import { createWebhook } from "#server/webhooks/creating.ts";
import { Campaigner } from "./campaigns.ts";
import { Counter } from "./counting.ts";
import { openDesk } from "./desk.ts";
import { Importer } from "./imports.ts";
import { Scheduler } from "./later.ts";
import type { Platform } from "./platform.ts";
import { insist, openEcho, Reader, Receiver, Refusals, Writer } from "./programs.ts";
import { Visitor } from "./visitors.ts";
import { connect, until } from "./waiting.ts";

const visitorCount = 7;
export const toldTypes = ["conversation/created", "conversation/message"] as const;

type Given = { base: string; databaseUrl: string; platform: Platform; own: readonly [string, string]; counts: boolean };
type Company = Awaited<ReturnType<typeof createCompany>>;

/** Never at its end, and never in need of a person: whenever its endpoint's reply is lost, it has words of its own. */
const endlessFlow = [
  { internal_name: "what", text: ["What else?"], response_type: "TEXT", slot_id: "what" },
  {
    ...{ internal_name: "again", is_empty_text: true, response_type: "NONE" },
    actions: ["DELETE", "GOTO"].map((name) => ({ name, params: ["what"] })),
  },
].map((node, index) => questionNodeSchema.parse({ id: index + 1, order: index + 1, ...node }));

/** All of a company's conversations go to its bot's endpoint. */
async function openCompany(databaseUrl: string, bot: string): Promise<{ made: Company; admin: Actor }> {
  const email = "ada@chaos.example";
  const made = await createCompany({
    name: "Chaos",
    email,
    admin: { name: "Ada", email, password: "correct horse 9" },
  });
  const { companyId, userId } = made;
  const owner = await connect(databaseUrl);
  await owner.query(
    `update chatbots set "questionList" = $3,
       "settings" = "settings" || jsonb_build_object('global_fulfillment_url', $2::text)
     where "companyId" = $1`,
    [companyId, bot, JSON.stringify(endlessFlow)],
  );
  await owner.end();
  const admin: Actor = {
    ...{ type: "user" as const, companyId, id: userId, userId, name: "Ada", seesUnassigned: false },
    permissions: new Set(permissionsOfRole("admin")),
  };
  return { made, admin };
}

async function openVisitors(admin: Actor, firstChannel: string, base: string): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let index = 1; index <= visitorCount; index += 1) {
    // A channel each: what a browser keeps is kept by channel.
    const own =
      index === 1 ? firstChannel : (await createChannel.execute(admin, { type: "WEBSITE", label: `Site ${index}` })).id;
    const address = `198.51.100.${index}`;
    visitors.push(new Visitor({ name: `visitor ${index}`, base, channelId: own, address }));
  }
  for (const one of visitors) await one.start();
  for (const one of visitors) one.client.send(`${one.name} begins`);
  const isReady = () => visitors.every(({ conversationId, isSettled }) => conversationId && isSettled);
  await until(isReady, "the first messages");
  return visitors;
}

export type Clients = Awaited<ReturnType<typeof openClients>>;

export async function openClients({ base, databaseUrl, platform, own, counts }: Given) {
  const echo = await openEcho();
  const receiver = await Receiver.open();
  const { made, admin } = await openCompany(databaseUrl, echo.url);
  const { companyId, userId } = made;
  await createWebhook.execute(systemActor(companyId), { url: receiver.url, eventTypes: [...toldTypes] });
  const refusals = new Refusals();
  // A token each: none uses up another's limit.
  const caller = async (name: string) => {
    const { token } = await createToken.execute(admin, { name, permissions: ["admin"] });
    return { base, token, refusals };
  };
  const visitors = await openVisitors(admin, made.channelId, base);
  const writers: Writer[] = [];
  for (const name of ["program 1", "program 2"]) writers.push(new Writer({ ...(await caller(name)), name, userId }));
  const reader = new Reader(await caller("reader"), toldTypes);
  const importer = new Importer(await caller("importer"));
  const scheduler = new Scheduler(await caller("scheduler"), userId);
  const counter = counts ? new Counter(own, (await caller("counter")).token) : undefined;
  const { cookie } = await signedIn(admin);
  const client = await connect(databaseUrl);
  const campaigner = await Campaigner.open({ client, admin, platform, base, cookie });
  await client.end();
  const conversations = visitors.map(({ conversationId }) => conversationId);
  const desk = await openDesk({ name: "Ada's tab", base, cookie, userId, conversations });
  const agent = await caller("agent");
  const programs = { writers, reader, importer, scheduler, campaigner, counter, agent };
  return { companyId, echo, receiver, refusals, visitors, desk, ...programs };
}

/** The bot has the first site; people answer the others. */
export const servedByBot = ({ visitors }: Clients) => visitors.slice(0, 1).map(({ conversationId }) => conversationId);

/** What is asked for at once is taken before the fault begins; everything else goes on under it. */
export async function begin(clients: Clients): Promise<void> {
  const { visitors, writers, importer, scheduler, campaigner, agent } = clients;
  // A bot that lost all its calls has handed over.
  for (const id of servedByBot(clients))
    await insist(agent, `/v1/conversations/${id}/chatbot-state`, { chatbotState: "ON" }, "PATCH");
  // Where a person or a program writes, the bot is silent.
  const others = visitors.slice(1).map(({ conversationId }) => conversationId);
  const asked = [scheduler.begin(others), campaigner.begin()];
  for (const one of visitors) one.write();
  let turn = 0;
  for (const one of writers) {
    one.write(() => {
      turn += 1;
      return others[turn % others.length] ?? "";
    });
  }
  await Promise.all(asked);
  importer.begin();
}

/** Nobody begins anything new, and what was begun is answered. */
export async function rest({ visitors, writers, importer }: Clients): Promise<void> {
  await Promise.all([...visitors, ...writers, importer].map((one) => one.rest()));
}

export async function closeClients({ visitors, reader, desk, echo, receiver }: Clients): Promise<void> {
  for (const one of visitors) one.stop();
  desk.stop();
  await reader.stop();
  await echo.close();
  await receiver.close();
}
