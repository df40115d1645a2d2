import { day } from "#server/base/clock.ts";
import { assignChannels } from "#server/channels/assigning-chatbot.ts";
import { createChannel } from "#server/channels/creating.ts";
import { saveQuestionList } from "#server/chatbots/configuration/question-list.ts";
import { type FunnelEvent, funnelList } from "#server/chatbots/funnel.ts";
import { createChatbot } from "#server/chatbots/managing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { inTransaction } from "#server/db/pool.ts";
import { insertCounts } from "./seeding.sql.ts";

const none = "NONE" as const;
const below = (label: string) => ({ interface_configuration: { label, restricted_actions: [] } });

/** A flow with branches, a hand-over, and words in two languages. */
const nodes = [
  {
    internal_name: "welcome",
    order: 1,
    response_type: "LIST" as const,
    text: ["Hi, I am the bike guide. What are you looking for?"],
    response_options: ["A city bike", "A gravel bike", "A repair"],
    translations: {
      es: {
        text: ["Hola, soy la guía de bicicletas. ¿Qué estás buscando?"],
        response_options: ["Una bici urbana", "Una gravel", "Una reparación"],
      },
    },
  },
  {
    internal_name: "height",
    parent: "welcome",
    order: 1,
    ...below("A city bike"),
    text: ["How tall are you, in centimetres?"],
    response_type: "REGEX" as const,
    response_options: ["^\\d{3}$"],
    retry_text: ["Three digits are enough, like 172."],
    translations: {
      es: { text: ["¿Cuánto mides, en centímetros?"], retry_text: ["Con tres cifras basta, como 172."] },
    },
  },
  {
    internal_name: "terrain",
    parent: "welcome",
    order: 2,
    ...below("A gravel bike"),
    text: ["Where do you ride most?"],
    response_type: "LIST" as const,
    response_options: ["Roads", "Forest", "Both"],
    translations: {
      es: { text: ["¿Por dónde andas más?"], response_options: ["Rutas", "Bosque", "Ambos"] },
    },
  },
  {
    internal_name: "problem",
    parent: "welcome",
    order: 3,
    ...below("A repair"),
    text: ["What is wrong with it?"],
    translations: { es: { text: ["¿Qué le pasa?"] } },
  },
  {
    internal_name: "to_workshop",
    parent: "welcome",
    order: 4,
    ...below("A repair"),
    response_type: none,
    text: ["Our workshop takes it from here."],
    actions: [{ name: "OPERATOR_NEEDED" as const, params: [] }],
    translations: { es: { text: ["Nuestro taller sigue desde aquí."] } },
  },
  {
    internal_name: "name",
    order: 2,
    response_type: "NAME" as const,
    text: ["Good choice. May I have your name?"],
    translations: { es: { text: ["Buena elección. ¿Cómo te llamas?"] } },
  },
  {
    internal_name: "email",
    order: 3,
    response_type: "EMAIL" as const,
    text: ["And your email, for the offer?"],
    retry_text: ["That does not look like an email address."],
    translations: {
      es: { text: ["¿Y tu correo, para la oferta?"], retry_text: ["Eso no parece un correo electrónico."] },
    },
  },
  {
    internal_name: "mark",
    order: 4,
    response_type: none,
    is_empty_text: true,
    actions: [{ name: "SET" as const, params: ["source", "bike guide"] }],
  },
  {
    internal_name: "offer",
    order: 5,
    response_type: none,
    text: ["Thank you. Your offer is on its way."],
    translations: { es: { text: ["Gracias. Tu oferta está en camino."] } },
  },
];

/** Of a hundred who open the guide: how many are asked each step, and how many answer it. */
const shares: Readonly<Record<string, readonly [asked: number, answered: number]>> = {
  welcome: [100, 83],
  height: [38, 33],
  terrain: [27, 25],
  problem: [18, 16],
  to_workshop: [16, 0],
  name: [58, 51],
  email: [51, 39],
  mark: [39, 0],
  offer: [39, 0],
};

/** Visitors of twelve weeks, a little more each week and fewer on Sundays. */
async function countVisitors(actor: Actor, chatbotId: string, now: Date): Promise<void> {
  const counted = Array.from({ length: 84 }, (_, age) => {
    const at = new Date(now.getTime() - age * day);
    const visitors = (at.getUTCDay() === 0 ? 3 : 9) + Math.floor((84 - age) / 9);
    const date = at.toISOString().slice(0, 10);
    const line = (event: FunnelEvent, node: string, share: number) => {
      return { key: `${date}|${event}|${node}`, count: Math.round((visitors * share) / 100) };
    };
    return Object.entries(shares).flatMap(([node, [asked, answered]]) => [
      line("entered", node, asked),
      line("answered", node, answered),
    ]);
  });
  const some = counted.flat().filter(({ count }) => count > 0);
  await inTransaction(actor.companyId, () => insertCounts(actor.companyId, funnelList(chatbotId), some));
}

/** A second chatbot, on a page of its own, and the visitors it has guided. */
export async function seedGuide(companyId: string, now: Date): Promise<void> {
  const actor = systemActor(companyId);
  const { id: chatbotId } = await createChatbot.execute(actor, { name: "Bike guide", lang: "en" });
  await saveQuestionList.execute(actor, { chatbotId, nodes });
  const { id } = await createChannel.execute(actor, { type: "WEBSITE", label: "Bike guide page" });
  await assignChannels.execute(actor, { chatbotId, channels: [id] });
  await countVisitors(actor, chatbotId, now);
}
