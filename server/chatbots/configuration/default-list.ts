import type { Language } from "../choices.ts";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";

type Wording = { text: string[]; retry?: string[] };
type Steps = Record<"greeting" | "name" | "email" | "phone" | "thanks", Wording>;

const wordings: Record<Language, Steps> = {
  en: {
    greeting: { text: ["Hi, welcome. How can we help you?"] },
    name: { text: ["Thanks. What is your name?"], retry: ["Please tell me your name, for example Ana or Ana Silva."] },
    email: {
      text: ["What is your email address, in case we need to write to you?"],
      retry: [
        "That does not look like an email address. It should look like ana@example.com.",
        "Please check the address once more: name@example.com.",
      ],
    },
    phone: {
      text: ["And a phone number where we can reach you?"],
      retry: [
        "That does not look like a phone number. Please send it with its area code.",
        "Please send only the number, for example +1 212 555 0147.",
      ],
    },
    thanks: { text: ["Thank you. Someone from our team will continue with you here."] },
  },
  es: {
    greeting: { text: ["Hola, te damos la bienvenida. ¿En qué podemos ayudarte?"] },
    name: { text: ["Gracias. ¿Cómo te llamas?"], retry: ["Dime tu nombre, por favor, por ejemplo Ana o Ana Silva."] },
    email: {
      text: ["¿Cuál es tu correo electrónico, por si necesitamos escribirte?"],
      retry: [
        "No parece una dirección de correo. Debería ser como ana@ejemplo.com.",
        "Revisa la dirección, por favor: nombre@ejemplo.com.",
      ],
    },
    phone: {
      text: ["¿Y un número de teléfono donde podamos contactarte?"],
      retry: [
        "No parece un número de teléfono. Envíalo con el código de área, por favor.",
        "Envía solo el número, por favor, por ejemplo +54 11 5555 0147.",
      ],
    },
    thanks: { text: ["Gracias. Alguien de nuestro equipo seguirá contigo por aquí."] },
  },
  pt: {
    greeting: { text: ["Olá, boas-vindas. Como podemos ajudar?"] },
    name: {
      text: ["Obrigado. Qual é o seu nome?"],
      retry: ["Diga o seu nome, por favor, por exemplo Ana ou Ana Silva."],
    },
    email: {
      text: ["Qual é o seu e-mail, caso precisemos escrever para você?"],
      retry: [
        "Isso não parece um e-mail. Deve ser como ana@exemplo.com.",
        "Confira o endereço, por favor: nome@exemplo.com.",
      ],
    },
    phone: {
      text: ["E um telefone onde possamos falar com você?"],
      retry: [
        "Isso não parece um telefone. Envie com o código de área, por favor.",
        "Envie só o número, por favor, por exemplo +55 11 95555 0147.",
      ],
    },
    thanks: { text: ["Obrigado. Alguém da nossa equipe vai continuar com você por aqui."] },
  },
};

const handOver = { name: "OPERATOR_NEEDED" as const, params: [], conditions_to_execute: [] };

export const chatbotTitles: Record<Language, string> = { en: "Assistant", es: "Asistente", pt: "Assistente" };

/** The question list of a new company (L1): a greeting answered in free words, then name, email and phone. */
export function defaultQuestionList(language: Language): QuestionNode[] {
  const wording = wordings[language];
  const step = (name: keyof Steps, more: Partial<QuestionNode>) => ({
    internal_name: name,
    text: wording[name].text,
    retry_text: wording[name].retry ?? [],
    is_default_question: true,
    ...more,
  });
  return [
    step("greeting", { response_type: "TEXT", slot_id: "reason" }),
    step("name", { response_type: "NAME" }),
    step("email", { response_type: "EMAIL" }),
    step("phone", { response_type: "PHONE" }),
    // The text promises a person, so one is asked for.
    step("thanks", { response_type: "NONE", actions: [handOver] }),
  ].map((node, index) => questionNodeSchema.parse({ id: index + 1, order: index + 1, ...node }));
}
