import { describe, expect, it } from "vitest";
import {
  type DraftState,
  heardDraft,
  insistedDraft,
  isDirty,
  isUnsaved,
  keptDraft,
  openDraft,
  type ServerDraft,
  takenDraft,
} from "./draft-state.ts";
import { edit } from "./edit-history.ts";
import { listOf } from "./example-flow.ts";

const list = (words: string) => listOf({ internal_name: "ask", text: [words] });
const published = { version: 3, nodes: list("published") };
const draft = (revision: number, words: string, author = "Ana"): ServerDraft => ({
  ...{ revision, base: 3, nodes: list(words), author, authorId: author },
  savedAt: "2026-11-22T12:00:00.000Z",
});
const typed = (state: DraftState, words: string): DraftState => ({
  ...state,
  history: edit(state.history, list(words), 0),
});
const words = (state: DraftState) => state.history.present[0]?.text[0];

describe("a draft between the editor and the server [found U2]", () => {
  it("opens as the team left it, with its author; undoing leads back to what is published", () => {
    const state = openDraft(published, draft(4, "drafted"), undefined);
    expect([words(state), isDirty(state), isUnsaved(state), state.revision]).toEqual(["drafted", true, false, 4]);
    expect(state.savedBy?.author).toBe("Ana");
    expect(state.history.past).toEqual([published.nodes]);
  });

  it("opens with what this browser could not save, on the same revision", () => {
    const state = openDraft(published, draft(4, "drafted"), { base: 3, revision: 4, nodes: list("unsaved") });
    expect([words(state), isUnsaved(state), state.clash]).toEqual(["unsaved", true, undefined]);
  });

  it("reports a conflict where someone saved after this browser went away", () => {
    const state = openDraft(published, draft(5, "theirs"), { base: 3, revision: 4, nodes: list("unsaved") });
    expect(words(state)).toBe("unsaved");
    expect(state.clash?.theirs?.author).toBe("Ana");
  });

  it("follows a colleague live while nothing of one's own is unsaved", () => {
    const state = heardDraft(openDraft(published, draft(4, "drafted"), undefined), draft(5, "theirs"), published);
    expect([words(state), state.revision, state.clash]).toEqual(["theirs", 5, undefined]);
    const gone = heardDraft(state, null, published);
    expect([words(gone), isDirty(gone), gone.revision]).toEqual(["published", false, 0]);
    expect(gone.history.past.at(-1)).toEqual(list("theirs"));
  });

  it("never takes over one's own unsaved changes: both sides are kept for a choice", () => {
    const mine = typed(openDraft(published, draft(4, "drafted"), undefined), "mine");
    const clashed = heardDraft(mine, draft(5, "theirs"), published);
    expect([words(clashed), clashed.revision, clashed.clash?.theirs?.revision]).toEqual(["mine", 4, 5]);

    const insisted = insistedDraft(clashed);
    expect([words(insisted), insisted.revision, isUnsaved(insisted), insisted.clash]).toEqual([
      ...["mine", 5, true],
      undefined,
    ]);
    const taken = takenDraft(clashed, draft(5, "theirs"), published);
    expect([words(taken), isUnsaved(taken)]).toEqual(["theirs", false]);
    expect(taken.history.past.at(-1)).toEqual(list("mine"));
  });

  it("takes its own echo, and news that are older than what was just saved, for nothing new", () => {
    const saved = keptDraft(typed(openDraft(published, null, undefined), "mine"), list("mine"), draft(1, "mine", "Me"));
    expect(isUnsaved(saved)).toBe(false);
    expect(heardDraft(saved, draft(1, "mine", "Me"), published)).toBe(saved);
    const later = keptDraft(typed(saved, "more"), list("more"), draft(2, "more", "Me"));
    expect(heardDraft(later, draft(1, "mine", "Me"), published)).toBe(later);
  });

  it("what was typed while a save was under way is still to be saved", () => {
    const state = keptDraft(
      typed(openDraft(published, null, undefined), "newer"),
      list("older"),
      draft(1, "older", "Me"),
    );
    expect([words(state), isUnsaved(state)]).toEqual(["newer", true]);
  });
});
