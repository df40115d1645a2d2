import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Words that colleagues outside did not understand; each has a plain one, named here beside it. */
const odd: Record<string, string> = {
  "Held by": "Owner",
  "ready answer": "saved reply",
  "phone screen": "customer simulator",
  "Answering window": "24-hour window",
  "Bulk messages": "Marketing",
  "May be sent": "Subscribed",
  "Stop them": "Unsubscribe",
  "Text of a pattern": "Custom format",
  "Came by": "Source",
  "You may not": "You don’t have access",
  "A name has 1 to 255 characters": "Enter a name",
  "do not belong together": "Wrong email or password",
  somebody: "someone",
  everybody: "everyone",
  nobody: "no one",
  whoever: "the person who",
  "by itself": "automatically",
  "automatic answer": "automatic reply",
  "mend the": "fix the",
  "is gone": "no longer exists",
  colour: "color",
  cancelled: "canceled",
};

function textsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsOf);
}

it("speaks of owners, saved replies and the 24-hour window, in words people know [found U13]", () => {
  const folder = join(import.meta.dirname, "en");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const text = textsOf(JSON.parse(readFileSync(join(folder, file), "utf8")))
      .join("\n")
      .toLowerCase();
    const found = Object.keys(odd).filter((words) => text.includes(words.toLowerCase()));
    expect(found, `${file}: ${found.map((words) => odd[words]).join(", ")} instead`).toEqual([]);
  }
});

/** Words of Portugal or of Spanish, and words for a thing that has another name on the other screens. */
const foreign: Record<string, string> = {
  contacto: "contato",
  ficheiro: "arquivo",
  ecrã: "tela",
  telemóvel: "celular",
  "palavra-passe": "senha",
  utilizador: "pessoa",
  eliminar: "excluir",
  deletar: "excluir",
  agente: "atendente",
  tag: "etiqueta",
  template: "modelo",
  pipeline: "funil",
  teu: "seu",
  tua: "sua",
};

it("speaks the Portuguese of Brazil, with one word for one thing [found U13]", () => {
  const folder = join(import.meta.dirname, "pt");
  const told = Object.keys(foreign).join("|");
  const odd = new RegExp(`(?<!\\p{L})(?:${told})s?(?!\\p{L})`, "iu");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const texts = textsOf(JSON.parse(readFileSync(join(folder, file), "utf8"))).map((text) =>
      text.replace(/\{\w+/g, ""),
    );
    expect(
      texts.filter((text) => odd.test(text)),
      file,
    ).toEqual([]);
  }
});

it("says tú to a Spanish reader, never usted", () => {
  const folder = join(import.meta.dirname, "es");
  const formal =
    /(?<!\p{L})usted(?!\p{L})|(?:^|[.:;,] (?:y )?)(?:Escriba|Elija|Pegue|Añada|Compruebe|Seleccione|Revise|Intente|Vuelva|Haga|Use|Diga) |\p{L}(?:énte|úde|ópie)lo(?!\p{L})|(?:responda|a) su receptor|de su bandeja|si no lo activa /u;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const texts = textsOf(JSON.parse(readFileSync(join(folder, file), "utf8")));
    expect(
      texts.filter((text) => formal.test(text)),
      file,
    ).toEqual([]);
  }
});

/** Second words for what the screens already call by another. */
const doubles: Record<string, Record<string, RegExp>> = {
  es: {
    "Ajustes, los ajustes": /(?:en|Abrir la|eligió en la) configuración|[Cc]onfiguración,/i,
    importe: /(?<!\p{L})montos?(?!\p{L})/iu,
    fusionar: /(?<!\p{L})combin(?:ó|ado|ar) (?:un |con otro )?contacto/iu,
    calificar: /(?<!\p{L})valor(?:ar|ación|a como)(?!\p{L})/iu,
    "desactivar el bot": /bot apagado|se apagó/i,
    Escribe: /(?<!\p{L})Ingresa (?:un|el)(?!\p{L})/u,
    "los ajustes": /en la configuración del canal/,
    "período, con acento": /(?<!\p{L})periodos?(?!\p{L})/iu,
    "«comillas»": /[“”]/,
    "inténtalo de nuevo": /(?<!\p{L})intenta de nuevo/iu,
  },
  pt: {
    "encerrar uma conversa":
      /conversas? (?:foi |foram |ser )?fechad|fechar conversas|(?:até|da atribuição até) ser fechada/i,
    "apagar de todos os lugares": /(?:apagar(?: \{name\})?|apagadas|pessoa) de tudo/i,
    "ligar, desligar o bot": /(?:des)?ativ(?:ar|ou) o bot|bot (?:não foi |for )(?:des|re)?ativado/i,
    "de novo": /(?<!\p{L})novamente(?!\p{L})/iu,
    requisição: /(?<!\p{L})solicitaç(?:ão|ões)(?!\p{L})/iu,
    "visualização salva": /(?<!\p{L})vis(?:ão|ões) salvas?(?!\p{L})/iu,
    "não é possível desfazer": /(?:Isso n|N)ão pode ser desfeito|não dá para desfazer/i,
  },
};

it.each(Object.keys(doubles))("calls each thing by one word in %s", (language) => {
  const folder = join(import.meta.dirname, language);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const texts = textsOf(JSON.parse(readFileSync(join(folder, file), "utf8")));
    for (const [word, other] of Object.entries(doubles[language] ?? {}))
      expect(
        texts.filter((text) => other.test(text)),
        `${file}: ${word}`,
      ).toEqual([]);
  }
});
