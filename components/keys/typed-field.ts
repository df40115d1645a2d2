/** A text field: letters are its own. */
export type Field = { readonly isConnected: boolean; readonly tagName: string };

const ends = (key: string, { tagName }: Field) => key === "Escape" || (key === "Enter" && tagName === "INPUT");

/**
 * The field one types into. A colleague's deed may take it away under one's hands: what is typed on goes to the page
 * then, and must do nothing there until one has looked up.
 */
export class TypedField {
  #field: Field | undefined;

  readonly isGone = (): boolean => this.#field?.isConnected === false;

  /** Listens until `signal` ends it; `fieldOf` answers the field that an event came from. */
  watch(page: EventTarget, fieldOf: (event: Event) => Field | undefined, signal: AbortSignal): void {
    const on = (types: readonly string[], listener: (event: Event) => void) => {
      for (const type of types) page.addEventListener(type, listener, { capture: true, signal });
    };
    on(["input"], (event) => {
      this.#field = fieldOf(event);
    });
    // One has gone elsewhere by oneself.
    on(["focusin", "pointerdown", "popstate"], (event) => {
      if (event.type !== "focusin" || fieldOf(event) !== this.#field) this.#field = undefined;
    });
    on(["keydown"], (event) => {
      const { key } = event as KeyboardEvent;
      const from = fieldOf(event);
      // What closes by one's own key was not taken away. Away from it, only Escape says that one has seen it.
      if (from ? ends(key, from) : key === "Escape") this.#field = undefined;
    });
  }
}
