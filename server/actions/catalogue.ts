import type { Action } from "./action.ts";
import { type ActionName, actionNames } from "./choices.ts";
import { contactActions } from "./contact-actions.ts";
import { conversationActions } from "./conversation-actions.ts";

type Catalogue = { readonly [N in ActionName]: Action<N> };

/** Every action by its name: macros, bulk jobs, rules and later work are lists of these, and run by `running.ts` alone. */
export const catalogue: Catalogue = { ...conversationActions, ...contactActions };

export const allActions: readonly Action[] = actionNames.map((name) => catalogue[name] as Action);
