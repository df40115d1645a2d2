import type { z } from "zod";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Permission } from "#server/core/permissions.ts";
import type { ActionName } from "./choices.ts";
import { type ActionInputs, actionInputs } from "./schema.ts";

/** What an action acts on, and for whom: the conversation as it is before the action. */
export type ActionContext = { actor: Actor; conversation: ConversationRow };

/** Why an action had nothing to do. */
export const skips = {
  unchanged: "It was so already.",
  no_contact: "The conversation has no contact.",
  changed_since: "It was changed again afterwards.",
} as const;
type Skip = keyof typeof skips;

/** undefined: it was done. */
export type Ran = Skip | undefined;

/** Keys of the texts for people, in i18n's `actions`: what it will do, what it did, that it could not. */
type Words = { will: string; did: string; failed: string };

export type Action<N extends ActionName = ActionName> = {
  name: N;
  /** What its command asks for; checked anew each time it runs. */
  permission: Permission;
  input: ActionInputs[N];
  words: Words;
  /** Calls commands, which hold all rules; refusals are thrown. */
  run: (context: ActionContext, input: z.output<ActionInputs[N]>) => Promise<Ran>;
};

type Definition<N extends ActionName> = Pick<Action<N>, "permission" | "run">;

/** A row of the catalogue. */
export function action<N extends ActionName>(name: N, definition: Definition<N>): Action<N> {
  const words = { will: `${name}.will`, did: `${name}.did`, failed: `${name}.failed` };
  return { name, input: actionInputs[name], words, ...definition };
}

/** A command that changes nothing leaves the record's time alone. */
export function unlessSame(before: { updatedAt: Date }, after: { updatedAt: string }): Ran {
  return before.updatedAt.toISOString() === after.updatedAt ? "unchanged" : undefined;
}
