import { type EditHistory, edit, startHistory } from "./edit-history.ts";
import type { Nodes } from "./flow-edits.ts";

/** How the editor's flow, the team's draft on the server and the published flow stand to each other. Pure. */

export type Published = { version: number; nodes: Nodes };

/** The team's draft as the server has it; revision 0 where there is none. */
export type ServerDraft = {
  revision: number;
  base: number;
  nodes: Nodes;
  author: string;
  authorId: string;
  savedAt: string;
};

export type DraftState = {
  history: EditHistory;
  /** The published version that the draft stands on. */
  base: Published;
  /** The draft's revision on the server that this one continues. */
  revision: number;
  /** What the server has under that revision. */
  saved: Nodes;
  /** Who saved that revision, and when; undefined where there is no draft. */
  savedBy: { author: string; authorId: string; at: string } | undefined;
  /** Someone else has saved (or discarded: null) while there were changes here. */
  clash: { theirs: ServerDraft | null } | undefined;
  /** The draft was already there when the editor was opened. */
  found: boolean;
};

export function sameList(one: Nodes, other: Nodes): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export const isDirty = (state: DraftState) => !sameList(state.history.present, state.base.nodes);
/** Something in the editor is not on the server. */
export const isUnsaved = (state: DraftState) => !sameList(state.history.present, state.saved);

const authorOf = ({ author, authorId, savedAt }: ServerDraft) => ({ author, authorId, at: savedAt });

/** The list that an older draft began from is not known here; its version is, and that is what publishing compares. */
const baseOf = (draft: ServerDraft, published: Published): Published => ({
  version: draft.base,
  nodes: published.nodes,
});

type Left = { base: number; revision: number; nodes: Nodes };

/** As the editor opens: the team's draft, and on top of it what this browser could not save. */
export function openDraft(published: Published, draft: ServerDraft | null, left: Left | undefined): DraftState {
  const begun = startHistory(published.nodes);
  const isDrafted = draft !== null && !sameList(draft.nodes, published.nodes);
  const opened: DraftState = {
    history: isDrafted ? edit(begun, draft.nodes, 0) : begun,
    base: isDrafted ? baseOf(draft, published) : published,
    revision: draft?.revision ?? 0,
    saved: draft?.nodes ?? published.nodes,
    savedBy: draft ? authorOf(draft) : undefined,
    clash: undefined,
    found: isDrafted,
  };
  if (!left || sameList(left.nodes, opened.history.present)) return opened;
  const continued = { ...opened, history: edit(opened.history, left.nodes, 0), found: true };
  if (left.revision === opened.revision) return { ...continued, base: { ...opened.base, version: left.base } };
  return { ...continued, revision: left.revision, clash: { theirs: draft } };
}

/** The server has kept a list of ours. */
export function keptDraft(state: DraftState, nodes: Nodes, draft: Omit<ServerDraft, "nodes">): DraftState {
  return { ...state, revision: draft.revision, saved: nodes, savedBy: authorOf({ ...draft, nodes }), clash: undefined };
}

/** Takes over what is on the server where no change made here would be lost; otherwise it is a clash. */
export function heardDraft(state: DraftState, draft: ServerDraft | null, published: Published): DraftState {
  const revision = draft?.revision ?? 0;
  if (revision === state.revision || (draft && revision < state.revision)) return state;
  const theirs = draft?.nodes ?? published.nodes;
  if (isUnsaved(state) && !sameList(state.history.present, theirs)) return { ...state, clash: { theirs: draft } };
  return takenDraft(state, draft, published);
}

/** Takes theirs; the changes made here stay one step back in the history. */
export function takenDraft(state: DraftState, draft: ServerDraft | null, published: Published): DraftState {
  const nodes = draft?.nodes ?? published.nodes;
  return {
    history: sameList(state.history.present, nodes) ? state.history : edit(state.history, nodes, Date.now()),
    base: draft ? baseOf(draft, published) : published,
    revision: draft?.revision ?? 0,
    saved: nodes,
    savedBy: draft ? authorOf(draft) : undefined,
    clash: undefined,
    found: false,
  };
}

/** Keeps the changes made here: the next save replaces theirs. */
export function insistedDraft(state: DraftState): DraftState {
  const { clash } = state;
  if (!clash) return state;
  const saved = clash.theirs?.nodes ?? state.base.nodes;
  return { ...state, revision: clash.theirs?.revision ?? 0, saved, clash: undefined };
}
