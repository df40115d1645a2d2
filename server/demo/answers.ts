import type { Actor } from "#server/core/actor.ts";
import { createCanned } from "#server/views/canning.ts";

/** What the shop's people say again and again. */
const answers = [
  ["hours", "We are open Monday to Friday from 9 to 19 and on Saturday from 10 to 14."],
  ["testride", "You can try any model: bring an ID and come by the Palermo store, no appointment needed."],
  ["shipping", "We ship to the whole country in 3 to 5 working days. From 500 it is free."],
  ["warranty", "Frames have a warranty of five years, parts of two. Bring the bike and the invoice."],
  ["parts", "Yes, you can pay in three parts without interest with any card."],
  ["envios", "Enviamos a todo el país en 3 a 5 días hábiles. Desde 500 el envío es gratis."],
  ["horarios", "Abrimos de lunes a viernes de 9 a 19 y los sábados de 10 a 14."],
  ["gracias", "¡Gracias por escribirnos! Cualquier otra consulta, aquí estamos."],
] as const;

export async function seedAnswers(actor: Actor): Promise<void> {
  for (const [shortcut, text] of answers) await createCanned.execute(actor, { shortcut, text });
}
