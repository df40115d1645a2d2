/**
 * Between the first sight of a page, drawn by the server, and its coming alive, it neither hears presses nor knows what
 * is typed. What hands do meanwhile is kept, and told to the part that it was meant for as soon as that lives.
 *
 * Goes with the page as text (`early-script.ts`): it knows nothing outside itself.
 */
export function keepEarlyDeeds(): void {
  type TextField = HTMLInputElement | HTMLTextAreaElement;
  type Deed = { element: Element; act: () => void };
  const againMs = 50;
  /** What does not live by then is not React's. */
  const patienceMs = 60_000;

  // Other kinds of fields write what they are given in their own way, which nobody has typed.
  const typed = /^(?:text|search|email|tel|url|number|password|textarea)$/;
  const ownPress = "a[href], input, select, textarea, label, summary, video, audio, [role=separator]";
  const fields = new Set<TextField>();
  /** Not asked at each letter. */
  const awake = new WeakSet<TextField>();
  /** The last press or submit: who presses something else has changed their mind. */
  let last: Deed | undefined;
  let end = 0;

  /** React has begun to take over what the server drew. */
  const lives = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  const isText = (target: EventTarget | null): target is TextField =>
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && typed.test(target.type);

  /**
   * Whether React has finished: until then it keeps from an element what happens there. To be asked makes it hurry, as
   * a press would, so that an element that is not awake after it will not hear the press either.
   */
  const isAwake = (element: Element) => {
    let isHeard = false;
    const hear = () => {
      isHeard = true;
    };
    element.addEventListener("pointercancel", hear);
    element.dispatchEvent(new PointerEvent("pointercancel"));
    element.removeEventListener("pointercancel", hear);
    return isHeard && lives(element);
  };

  /** Sets the text as a hand would: a field that React leads keeps its own account of what it was set to. */
  const tell = (field: TextField) => {
    const { value, selectionStart, selectionEnd } = field;
    // What React believes is in it.
    field.value = field.defaultValue;
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Reflect.set(prototype, "value", value, field);
    if (field === document.activeElement && selectionStart !== null)
      field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const press = (element: HTMLElement) => {
    const hand = { bubbles: true, cancelable: true, composed: true, button: 0 };
    element.dispatchEvent(new PointerEvent("pointerdown", { ...hand, pointerType: "mouse", isPrimary: true }));
    element.dispatchEvent(new PointerEvent("pointerup", { ...hand, pointerType: "mouse", isPrimary: true }));
    element.click();
  };

  /** Once effects have run too. */
  const soon = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

  const look = () => {
    for (const field of fields) {
      if (field.isConnected && !isAwake(field)) continue;
      fields.delete(field);
      if (field.isConnected) soon(() => tell(field));
    }
    const form = last?.element.closest("form");
    const isReady = last && isAwake(last.element) && ![...fields].some((field) => form && field.form === form);
    if (last && (isReady || !last.element.isConnected)) {
      if (isReady) soon(last.act);
      last = undefined;
    }
    if ((fields.size > 0 || last) && performance.now() < end) setTimeout(look, againMs);
    else end = 0;
  };

  const watch = () => {
    const isWatching = end > 0;
    end = performance.now() + patienceMs;
    if (!isWatching) setTimeout(look, againMs);
  };

  const keepText = (field: TextField) => {
    fields.add(field);
    watch();
  };

  const keepDeed = (deed: Deed) => {
    last = deed;
    watch();
  };

  // Before React, which would take what stands in a field that it wakes for what it drew.
  addEventListener(
    "input",
    ({ target, isTrusted }) => {
      if (!isText(target) || !isTrusted || awake.has(target)) return;
      if (lives(target) && isAwake(target)) awake.add(target);
      else keepText(target);
    },
    true,
  );

  // Text that the browser itself puts back or fills in.
  const restored = () => {
    for (const field of document.querySelectorAll("input, textarea"))
      if (isText(field) && field.value !== field.defaultValue && !lives(field)) keepText(field);
  };
  addEventListener("DOMContentLoaded", restored);
  addEventListener("load", restored);

  addEventListener(
    "click",
    ({ target, isTrusted }) => {
      const pressed = target instanceof Element ? target.closest("button, [role], [tabindex]") : null;
      if (!isTrusted || !(pressed instanceof HTMLElement) || pressed.closest(ownPress) || isAwake(pressed)) return;
      const sends = pressed instanceof HTMLButtonElement && pressed.type === "submit" && pressed.form;
      if (!sends) keepDeed({ element: pressed, act: () => press(pressed) });
    },
    true,
  );

  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || isAwake(form)) return;
    event.preventDefault();
    keepDeed({ element: form, act: () => form.requestSubmit(submitter) });
  });
}
