import type { Language } from "#server/chatbots/choices.ts";
import type { CsatScale } from "./choices.ts";

type Words = {
  question: string;
  /** From the worst to the best: an option's number is its rating. */
  stars: readonly string[];
  thumbs: readonly [string, string];
  thanks: string;
  addComment: string;
  writeComment: string;
  thanksForComment: string;
  task: (name: string, rating: number, scale: CsatScale) => string;
};

const titled = (what: string, name: string) => (name ? `${what} (${name})` : what).slice(0, 255);

/** What is said to visitors, each in their language, and to the team in the company's. */
export const wording: Readonly<Record<Language, Words>> = {
  en: {
    question: "How would you rate this conversation?",
    stars: ["★ Very poor", "★★ Poor", "★★★ Okay", "★★★★ Good", "★★★★★ Excellent"],
    thumbs: ["👎 Bad", "👍 Good"],
    thanks: "Thank you for your answer.",
    addComment: "Add a comment",
    writeComment: "Please write it in your next message.",
    thanksForComment: "Thank you for your comment.",
    task: (name, rating, scale) =>
      titled(
        scale === "stars" ? `Follow up on a rating of ${rating} out of 5` : "Follow up on a thumbs-down rating",
        name,
      ),
  },
  es: {
    question: "¿Cómo calificas esta conversación?",
    stars: ["★ Muy mala", "★★ Mala", "★★★ Regular", "★★★★ Buena", "★★★★★ Excelente"],
    thumbs: ["👎 Mala", "👍 Buena"],
    thanks: "Gracias por tu respuesta.",
    addComment: "Agregar comentario",
    writeComment: "Escríbelo en tu próximo mensaje.",
    thanksForComment: "Gracias por tu comentario.",
    task: (name, rating, scale) =>
      titled(
        scale === "stars" ? `Atender una calificación de ${rating} de 5` : "Atender una calificación negativa",
        name,
      ),
  },
  pt: {
    question: "Como você avalia esta conversa?",
    stars: ["★ Muito ruim", "★★ Ruim", "★★★ Regular", "★★★★ Boa", "★★★★★ Excelente"],
    thumbs: ["👎 Ruim", "👍 Boa"],
    thanks: "Obrigado pela sua resposta.",
    addComment: "Comentar",
    writeComment: "Escreva na sua próxima mensagem.",
    thanksForComment: "Obrigado pelo seu comentário.",
    task: (name, rating, scale) =>
      titled(
        scale === "stars" ? `Dar retorno a uma nota ${rating} de 5` : "Dar retorno a uma avaliação negativa",
        name,
      ),
  },
};

export const optionsOf = (scale: CsatScale, language: Language): readonly string[] => wording[language][scale];

/** The rating that an option stands for, by its place. */
export const ratingAt = (scale: CsatScale, place: number): number => (scale === "stars" ? place + 1 : place * 4 + 1);
