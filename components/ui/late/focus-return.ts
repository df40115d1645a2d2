import type { Places } from "./places.ts";

const everyMs = 100;
/** How long a row may take to leave its list once it is deleted. */
const patienceMs = 5000;

const rows = "li, tr, [role=row], [role=listitem], [role=option]";
const controls = "a[href], button, input, select, textarea, [tabindex]";

const openers = new WeakMap<Element, Places>();

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

function focusFirst(places: Places): HTMLElement | undefined {
  const place = places.find(isUsable) ?? openDialogs().at(-1);
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

/** Unless somebody has given the focus elsewhere. Where it is lost again with a row that leaves, it goes to the next. */
export function giveFocusBack(places: Places): void {
  if (!isNowhere()) return;
  let given = focusFirst(places);
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
