import { type Language, languages } from "../choices.ts";
import type { QuestionNode } from "../schema.ts";

/** What a node says in a language: its translation, field by field, else its own words. */
export function spokenNode(node: QuestionNode, language: Language): QuestionNode {
  const words = node.translations?.[language];
  if (!words) return node;
  const given = (texts: readonly string[] | undefined) => texts?.some((text) => text.trim() !== "") === true;
  return {
    ...node,
    ...(words.text && given(words.text) ? { text: words.text } : {}),
    ...(words.retry_text && given(words.retry_text) ? { retry_text: words.retry_text } : {}),
    ...(words.alternative_texts ? { alternative_texts: [...words.alternative_texts, ...node.alternative_texts] } : {}),
    ...(words.question_file_caption ? { question_file_caption: words.question_file_caption } : {}),
    response_options: node.response_options.map((option, at) => words.response_options?.[at]?.trim() || option),
  };
}

/** An option with every word it is known by: its own, and those it is shown with in other languages. */
export function optionNames(node: QuestionNode, at: number): string[] {
  const others = languages.map((language) => node.translations?.[language]?.response_options?.[at] ?? "");
  return [node.response_options[at] ?? "", ...others].filter((words) => words.trim() !== "");
}

/** The first of the languages that a browser names (Accept-Language) which bots speak. */
export function acceptedLanguage(header: string): Language | undefined {
  const wanted = header
    .slice(0, 200)
    .split(",")
    .map((part, at) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const weight = Number(/^q=(\d(?:\.\d+)?)$/.exec(parameters.join(";").trim())?.[1] ?? 1);
      return { tag: tag.trim().slice(0, 2).toLowerCase(), weight, at };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.at - other.at);
  const spoken = wanted.map(({ tag }) => languages.find((language) => language === tag));
  return spoken.find((language) => language !== undefined);
}
