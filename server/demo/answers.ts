import { createAnswer } from "#server/answers/writing.ts";
import type { Actor } from "#server/core/actor.ts";
import { createMacro } from "#server/macros/writing.ts";

/** What the shop's people say again and again. */
const answers = [
  ["hours", "We are open Monday to Friday from 9 to 19 and on Saturday from 10 to 14."],
  ["testride", "You can try any model: bring an ID and come by the Palermo store, no appointment needed."],
  ["shipping", "We ship to the whole country in 3 to 5 working days. From 500 it is free."],
  ["warranty", "Frames have a warranty of five years, parts of two. Bring the bike and the invoice."],
  ["parts", "Yes, you can pay in three parts without interest with any card."],
  ["hello", "Hello {{contact.firstName|there}}, I am {{agent.firstName}}. How can I help you?", "Greeting"],
  ["order", "I looked up order {{ask:Order number}}: it leaves the warehouse today.", "Order on its way"],
  ["envios", "Enviamos a todo el país en 3 a 5 días hábiles. Desde 500 el envío es gratis."],
  ["horarios", "Abrimos de lunes a viernes de 9 a 19 y los sábados de 10 a 14."],
  ["gracias", "¡Gracias por escribirnos! Cualquier otra consulta, aquí estamos."],
] as const;

const thanks = "Thank you, {{contact.firstName|and see you soon}}!";

/** What they do again and again. */
const macros = [
  {
    name: "Thank and close",
    key: "t",
    actions: [
      { name: "reply", input: { body: thanks } },
      { name: "close", input: { isLead: false } },
    ],
  },
  {
    name: "Warranty claim",
    key: "w",
    actions: [
      { name: "tag_add", input: { tag: "warranty" } },
      { name: "priority", input: { priority: "high" } },
      { name: "note", input: { message: "Invoice asked for: order {{ask:Order number}}" } },
    ],
  },
  {
    name: "Take over from the bot",
    actions: [
      { name: "bot_off", input: {} },
      { name: "reply", input: { body: "{{agent.firstName}} here, I am taking over." } },
    ],
  },
] as const;

export async function seedAnswers(actor: Actor): Promise<void> {
  for (const [shortcut, text, title = ""] of answers) await createAnswer.execute(actor, { shortcut, text, title });
  for (const { actions, ...macro } of macros) await createMacro.execute(actor, { ...macro, actions: [...actions] });
}
