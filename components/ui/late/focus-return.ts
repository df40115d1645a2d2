import type { Places } from "./places.ts";

const everyMs = 100;
/** How long a row may take to leave its list once it is deleted. */
const patienceMs = 5000;
/** How long a button that may not be pressed for the moment is waited for. */
const answerMs = 800;

const rows = "li, tr, [role=row], [role=listitem], [role=option]";
const controls = "a[href], button, input, select, textarea, [tabindex]";

const openers = new WeakMap<Element, Places>();
/** What rows the controls stood in: other controls may come in their place. */
const rowsOf = new WeakMap<HTMLElement, Element>();

/** So that what is opened from within a dialog finds the way back past it, too. */
export function keepPlaces(dialog: Element | null, places: Places): void {
  if (dialog) openers.set(dialog, places);
}

/** The element, the same control of the rows beside it, and what opened the menu or the dialog that it is in. */
export function placesFrom(element: Element | null): Places {
  if (!(element instanceof HTMLElement) || element === document.body) return [];
  const around = element.parentElement?.closest("[role=menu], [role=dialog], [role=alertdialog]");
  return [element, ...beside(element), ...(around ? openersOf(around) : [])];
}

function openersOf(around: Element): Places {
  const known = openers.get(around);
  if (known) return known;
  const names = around.matches("[role=menu]") ? around.getAttribute("aria-labelledby") : null;
  const button = names ? document.getElementById(names) : document.querySelector(`[data-opens="${around.id}"]`);
  return placesFrom(button);
}

function beside(element: HTMLElement): HTMLElement[] {
  const row = element.closest(rows);
  if (!row) return [];
  rowsOf.set(element, row);
  // From the end, where the buttons are: what stands before them differs from row to row.
  const fromEnd = [...row.querySelectorAll(controls)].reverse().indexOf(element);
  const others = [row.nextElementSibling, row.previousElementSibling];
  return others.flatMap((other) => {
    const found = [...(other?.querySelectorAll<HTMLElement>(controls) ?? [])].reverse()[Math.max(fromEnd, 0)];
    return found ? [found] : [];
  });
}

const openDialogs = () => [...document.querySelectorAll<HTMLElement>("[data-modal][data-state=open][tabindex]")];

/** What an open dialog hides stays hidden; where none is open, it comes back in a moment. */
const isUsable = (element: HTMLElement) =>
  element.isConnected &&
  element.getClientRects().length > 0 &&
  !element.matches(":disabled") &&
  !(openDialogs().length > 0 && element.matches("[aria-hidden=true] *"));

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Of a row that stays when its button goes, such as one that sets something up, the first of what has come instead. */
function inItsPlace(button: HTMLElement): HTMLElement | undefined {
  const row = button.isConnected ? undefined : rowsOf.get(button);
  return row?.isConnected ? [...row.querySelectorAll<HTMLElement>(controls)].find(isUsable) : undefined;
}

function focusFirst(places: Places): HTMLElement | undefined {
  const [place = openDialogs().at(-1)] = places.flatMap((one) => (isUsable(one) ? one : (inItsPlace(one) ?? [])));
  if (!place) return focusHeading();
  place.focus();
  return place;
}

function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>("main h1, h1");
  if (!heading) return undefined;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return heading;
}

/**
 * Unless somebody has given the focus elsewhere. Where it is lost with a row that leaves, now or in a moment, it goes to
 * the next.
 */
export function giveFocusBack(places: Places): void {
  const [first] = places;
  if (!isNowhere() && document.activeElement !== first) return;
  let given = isNowhere() ? focusFirst(places) : first;
  const began = Date.now();
  const timer = setInterval(() => {
    const late = Date.now() - began > patienceMs;
    if (late || (!isNowhere() && document.activeElement !== given)) return clearInterval(timer);
    if (!isNowhere()) return;
    // Put down by hand: nobody wants it back.
    if (given && isUsable(given)) return clearInterval(timer);
    given = focusFirst(places);
  }, everyMs);
}

/** Around a button, from near to far: what has come in its place, what follows, what stands before it. */
function around(button: HTMLElement): () => HTMLElement[] {
  const steps: { parent: Element; before: Element | null; after: Element | null }[] = [];
  for (let at: Element = button; at.parentElement && !at.matches("main, [role=dialog]"); at = at.parentElement)
    steps.push({ parent: at.parentElement, before: at.previousElementSibling, after: at.nextElementSibling });
  return () =>
    // One that may not be pressed any more is still there: only its neighbours are near enough.
    (button.isConnected ? steps.slice(0, 1) : steps.filter(({ parent }) => parent.isConnected))
      .flatMap(({ parent, before, after }) => {
        const instead = before?.isConnected ? before.nextElementSibling : parent.firstElementChild;
        return [instead === after ? null : instead, after, before];
      })
      .flatMap((one) => (one?.matches(controls) ? [one] : [...(one?.querySelectorAll(controls) ?? [])].slice(0, 1)))
      .filter((one) => one instanceof HTMLElement);
}

/** Whoever presses a button by key that goes with the press, or may not be pressed again, goes on beside it. */
function keepPlace({ detail, target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLElement>("button, [role=button]") : null;
  // A hand sees where it is.
  if (detail !== 0 || !button || button !== document.activeElement) return;
  const own = placesFrom(button);
  const near = around(button);
  const began = Date.now();
  let lostAt: number | undefined;
  const end = () => {
    clearInterval(timer);
    removeEventListener("pointerdown", end, true);
  };
  const timer = setInterval(() => {
    const now = Date.now();
    const isHere = document.activeElement === button;
    if (isHere && now - began < patienceMs) return;
    if (isHere || !isNowhere()) return end();
    lostAt ??= now;
    // One that waits for its answer may be pressed again in a moment.
    if (button.isConnected && !isUsable(button) && now - lostAt < answerMs) return;
    end();
    const places = [...own, ...near()];
    if (!button.isConnected || places.some(isUsable)) giveFocusBack(places);
  }, everyMs);
  addEventListener("pointerdown", end, true);
}

if (typeof document !== "undefined") document.addEventListener("click", keepPlace, true);
