import { describe, expect, it } from "vitest";
import { type QuestionNode, questionNodeSchema } from "../schema.ts";
import { type FlowContext, type FlowResult, freshState, openFlow, takeTurn } from "./engine.ts";
import { acceptedLanguage } from "./spoken.ts";

type Given = Partial<QuestionNode> & { internal_name: string };

const menu: Given = {
  internal_name: "menu",
  response_type: "LIST",
  text: ["What is it about?"],
  response_options: ["Prices", "Repair"],
  retry_text: ["Please choose one."],
  translations: {
    es: { text: ["¿De qué se trata?"], response_options: ["Precios", "Reparación"], retry_text: ["Elige una."] },
  },
};
const repair: Given = {
  internal_name: "device",
  parent: "menu",
  text: ["Which device?"],
  interface_configuration: { label: "Repair", restricted_actions: [] },
};

function play(more: Partial<FlowContext>, ...said: string[]): FlowResult {
  const nodes = [menu, repair].map((one, at) => questionNodeSchema.parse({ id: at + 1, order: at + 1, ...one }));
  const context = { nodes, settings: { lang: "en" as const }, now: new Date(), random: () => 0 };
  const opening = openFlow({ ...context, ...more, state: freshState });
  return said.reduce((last, text) => takeTurn({ ...context, state: last.state }, { text }), opening);
}
const words = (result: FlowResult) => result.messages.map(({ text }) => text);

describe("texts in the visitor's language [found U16]", () => {
  it("are said where there are some, and the language stays with the conversation", () => {
    expect(play({ language: "es" }).messages).toEqual([
      { text: "¿De qué se trata?", options: ["Precios", "Reparación"] },
    ]);
    expect(words(play({ language: "es" }, "nada de eso"))).toEqual(["Elige una."]);
    expect(play({ language: "es" }).state.language).toBe("es");
  });

  it("an answer counts in any language, and leads into the branch of its option", () => {
    const result = play({ language: "es" }, "reparacion");
    expect(result.state.slots.custom).toEqual({ menu: "Repair" });
    expect(words(result)).toEqual(["Which device?"]);
    expect(play({ language: "es" }, "repair").state.slots.custom).toEqual({ menu: "Repair" });
    expect(play({ language: "es" }, "1").state.slots.custom).toEqual({ menu: "Prices" });
  });

  it("are the bot's own for a visitor whose language it does not have, or is unknown", () => {
    expect(words(play({ language: "pt" }))).toEqual(["What is it about?"]);
    expect(words(play({}))).toEqual(["What is it about?"]);
  });

  it.each([
    ["es-AR,es;q=0.9,en;q=0.8", "es"],
    ["fr-FR, de;q=0.9, pt-BR;q=0.7", "pt"],
    ["en;q=0.3,pt;q=0.9", "pt"],
    ["es;q=0", undefined],
    ["zz", undefined],
    ["", undefined],
    [`${"q=;,".repeat(2000)}`, undefined],
  ])("the browser's wish %s means %s", (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});
