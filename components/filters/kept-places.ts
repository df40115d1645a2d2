/** How far something that scrolls was moved; `nth` among those of its classes. */
type Place = { classes: string; nth: number; top: number; left: number };

/* Of how many steps of the history. */
const maxSteps = 100;
/* A page that Back brings has all of its rows by then, or never. */
const patienceMs = 5000;
/* Who does something has begun to read: nothing may move any more. */
const deeds = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

const kept = new Map<string, readonly Place[]>();

/**
 * Brings a page that Back or Forward leads to as it was left: browsers move only what scrolls as a whole, and here each
 * list scrolls within its page. What knows its place itself says so with `data-own-place`.
 */
export function keepPlaces(): () => void {
  const content = document.getElementById("content");
  const { navigation } = window;
  // Older browsers do not tell one step of the history from another.
  if (!content || !navigation) return () => undefined;
  const moved = new Set<Element>();
  let stop: () => void = () => undefined;
  const onScroll = ({ target }: Event) => {
    if (target instanceof Element && content.contains(target) && !("ownPlace" in (target as HTMLElement).dataset))
      moved.add(target);
  };
  const onStep = ({ from, navigationType }: NavigationCurrentEntryChangeEvent) => {
    if (navigationType === "replace" || navigationType === null) return;
    stop();
    keep(from.key, placesOf(content, moved));
    const places = navigationType === "traverse" && kept.get(navigation.currentEntry?.key ?? "");
    stop = places ? bring(content, places) : () => undefined;
  };
  content.addEventListener("scroll", onScroll, { capture: true, passive: true });
  navigation.addEventListener("currententrychange", onStep);
  return () => {
    stop();
    content.removeEventListener("scroll", onScroll, true);
    navigation.removeEventListener("currententrychange", onStep);
  };
}

function keep(step: string, places: readonly Place[]): void {
  kept.delete(step);
  kept.set(step, places);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxSteps) break;
    kept.delete(oldest);
  }
}

/** Forgets what has left the page. */
function placesOf(content: Element, moved: Set<Element>): Place[] {
  return [...moved].flatMap((element) => {
    if (!content.contains(element)) {
      moved.delete(element);
      return [];
    }
    const { className: classes, scrollTop: top, scrollLeft: left } = element;
    if (top === 0 && left === 0) return [];
    return [{ classes, nth: [...content.getElementsByClassName(classes)].indexOf(element), top, left }];
  });
}

/** With each change of the page, until somebody does something: its rows may come late, or with the end of those there are. */
function bring(content: Element, places: readonly Place[]): () => void {
  const reaching = new Set<Element>();
  const look = () => {
    for (const { classes, nth, top, left } of places) {
      const element = content.getElementsByClassName(classes)[nth];
      if (!element) continue;
      // What stands elsewhere has stayed on the page, or knows better.
      const untouched = element.scrollTop === 0 && element.scrollLeft === 0;
      if (!untouched && !reaching.has(element)) continue;
      element.scrollTo({ top, left, behavior: "instant" });
      if (Math.abs(element.scrollTop - top) > 1) reaching.add(element);
      else reaching.delete(element);
    }
  };
  const watch = new MutationObserver(look);
  watch.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ["style", "class"] });
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const deed of deeds) removeEventListener(deed, stop, true);
  };
  const timer = setTimeout(stop, patienceMs);
  for (const deed of deeds) addEventListener(deed, stop, { capture: true, passive: true });
  return stop;
}
