/** A text field: letters are its own. */
export type Field = { readonly isConnected: boolean; readonly tagName: string };

const heard = ["input", "keydown", "focusin", "pointerdown", "popstate"];

/**
 * Answers whether the field one types into is gone. A colleague's deed may take it away under one's hands: what is typed
 * on goes to the page then, and must do nothing there until one has looked up.
 */
export function watchTyping(
  page: EventTarget,
  fieldOf: (event: Event) => Field | undefined,
  signal: AbortSignal,
): () => boolean {
  let field: Field | undefined;
  const listen = (event: Event) => {
    const from = fieldOf(event);
    const { type, key } = event as KeyboardEvent;
    // What closes by one's own key was not taken away, and who clicks or goes elsewhere has looked up.
    const ends =
      type === "keydown" ? key === "Escape" || (key === "Enter" && from?.tagName === "INPUT") : from !== field;
    if (type === "input") field = from;
    else if (ends) field = undefined;
  };
  for (const type of heard) page.addEventListener(type, listen, { capture: true, signal });
  return () => field?.isConnected === false;
}
