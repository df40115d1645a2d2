/** How long what was typed waits for the focus after the piece has come. */
const patienceMs = 5000;

let opening = 0;
let typed: string[] = [];
let held: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps what is typed while a piece with a field is on its way, for that field: typed text is neither lost nor taken
 * for the page's shortcuts. Call it when the piece is asked for, and what it returns once the piece is drawn.
 */
export function keepTyping(onEscape?: () => void): () => void {
  if (opening === 0 && timer === undefined) {
    held = document.activeElement;
    document.addEventListener("keydown", keep, true);
    document.addEventListener("focusin", give, true);
    document.addEventListener("pointerdown", forget, true);
  }
  clearTimeout(timer);
  timer = undefined;
  opening += 1;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It leaves the piece, not the page.
    event.preventDefault();
    event.stopPropagation();
    forget();
    onEscape?.();
  };
  // Without a word for it, Escape is whose it was.
  if (onEscape) document.addEventListener("keydown", leave, true);
  return () => {
    document.removeEventListener("keydown", leave, true);
    opening -= 1;
    // Some pieces come in two steps: the next one goes on keeping.
    if (opening === 0) timer = setTimeout(forget, patienceMs);
  };
}

const drawn = "[data-state=open]:is([data-modal], [role=dialog], [role=alertdialog], [role=menu], [role=listbox])";

function keep(event: KeyboardEvent): void {
  // The piece has closed: keys are the page's again.
  const isOver = opening === 0 && !document.querySelector(drawn);
  if (isOver) forget();
  if (isOver || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Backspace") typed.pop();
  else if (event.key.length === 1 || (event.key === "Enter" && typed.length > 0)) typed.push(event.key);
  // What was finished with Enter is not given up by the Escape that leaves the piece.
  else if (event.key === "Escape" && typed.includes("Enter")) typed.push(event.key);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function give(event: FocusEvent): void {
  const field = event.target;
  if (field === held) return;
  if (!isTextField(field)) {
    // It begins with something else, or the next step of the piece goes on keeping.
    if (opening === 0) forget();
    return;
  }
  const keys = typed;
  forget();
  // After whoever gave the focus has also selected what is in the field.
  if (keys.length > 0) queueMicrotask(() => void typeInto(field, keys));
}

function forget(): void {
  clearTimeout(timer);
  timer = undefined;
  typed = [];
  if (opening > 0) return;
  held = null;
  document.removeEventListener("keydown", keep, true);
  document.removeEventListener("focusin", give, true);
  document.removeEventListener("pointerdown", forget, true);
}

async function typeInto(field: HTMLElement, keys: readonly string[]): Promise<void> {
  const enter = keys.indexOf("Enter");
  const text = (enter < 0 ? keys : keys.slice(0, enter)).join("");
  // The one way to type that a controlled field hears as if a hand had done it.
  document.execCommand("insertText", false, text);
  if (enter < 0) return;
  await press("Enter", field);
  if (keys.includes("Escape")) await press("Escape", field);
}

/** Once what was done before is drawn; where the field is gone, whatever has the focus gets it. */
async function press(key: "Enter" | "Escape", field: HTMLElement): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const target = field.isConnected ? field : document.activeElement;
  target?.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }));
}

const textInputs = new Set(["text", "search", "email", "tel", "url", "number", "password"]);

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return textInputs.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
