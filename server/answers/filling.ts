import { invalidField } from "#server/base/errors.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import { type Rendered, render } from "./rendering.ts";
import { valuesIn } from "./values.ts";

/** A text as it reads in a conversation. */
export async function textIn(actor: Actor, conversation: ConversationRow, text: string): Promise<Rendered> {
  return text.includes("{{") ? render(text, await valuesIn(actor, conversation)) : { text, missing: [] };
}

/** The same for what is about to be written: refuses where a variable has neither a value nor a fallback. */
export async function filledText(actor: Actor, conversation: ConversationRow, text: string): Promise<string> {
  const rendered = await textIn(actor, conversation, text);
  if (rendered.missing.length === 0) return rendered.text;
  const named = rendered.missing.map((variable) => `{{${variable}}}`).join(", ");
  throw invalidField("text", `There is no value for ${named}. Fill it in, or give it a fallback.`, "missing_variable");
}
