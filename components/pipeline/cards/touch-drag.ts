import type { DragStore } from "./drag-store.ts";

const holdMs = 280;
const slackPx = 10;
const edgePx = 56;
const fastestPx = 16;

type Options = {
  board: HTMLElement;
  store: DragStore;
  /** Lifts the card with this id; false when it may not be moved. */
  lift: (conversationId: string) => boolean;
  drop: () => void;
};

type Point = { x: number; y: number };
type Carried = { copy: HTMLElement; grip: Point; at: Point; frame: number; deafen: () => void };

function pointOf(event: TouchEvent): Point {
  const touch = event.touches[0] ?? event.changedTouches[0];
  return { x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 };
}

/**
 * Dragging by finger: a card that is pressed for a moment is lifted and follows the finger; a finger that moves earlier
 * scrolls as ever. Browsers differ in what touch does to draggable elements, so this does not ask them.
 */
export function dragByTouch({ board, store, lift, drop }: Options): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: Point = { x: 0, y: 0 };
  let carried: Carried | undefined;

  const pick = (card: HTMLElement, touched: Element, id: string) => {
    timer = undefined;
    if (!touched.isConnected || !lift(id)) return;
    carried = { ...pickUp(card, start), deafen: hear(touched) };
    navigator.vibrate?.(10);
    board.style.scrollSnapType = "none";
    carried.frame = requestAnimationFrame(follow);
  };
  const follow = () => {
    if (!carried) return;
    const { copy, at, grip } = carried;
    copy.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px) rotate(2deg)`;
    const over = document.elementFromPoint(at.x, at.y);
    scrollAtEdges(board, over?.closest<HTMLElement>("[data-scroller]"), at);
    store.over(over?.closest<HTMLElement>("[data-phase]")?.dataset.phase);
    carried.frame = requestAnimationFrame(follow);
  };
  const letGo = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!carried) return;
    cancelAnimationFrame(carried.frame);
    carried.deafen();
    carried.copy.remove();
    carried = undefined;
    board.style.scrollSnapType = "";
  };

  const onStart = (event: TouchEvent) => {
    if (event.touches.length > 1) return onCancel();
    const touched = event.target instanceof Element ? event.target : undefined;
    const card = touched?.closest<HTMLElement>("[data-card]");
    const id = card?.dataset.card;
    if (!touched || !card || !id) return;
    start = pointOf(event);
    timer = setTimeout(() => pick(card, touched, id), holdMs);
  };
  const onMove = (event: TouchEvent) => {
    const at = pointOf(event);
    if (carried) {
      event.preventDefault();
      carried.at = at;
    } else if (timer && Math.hypot(at.x - start.x, at.y - start.y) > slackPx) letGo();
  };
  const onEnd = (event: TouchEvent) => {
    const dropped = carried !== undefined;
    letGo();
    if (!dropped) return;
    // No click follows: the card is not opened.
    event.preventDefault();
    drop();
  };
  const onCancel = () => {
    const dropped = carried !== undefined;
    letGo();
    if (dropped) store.over(undefined);
    if (dropped) drop();
  };
  const onMenu = (event: Event) => {
    if (timer || carried) event.preventDefault();
  };

  /* What a finger touched may leave the page while it is carried: the board then hears nothing of it, and this does. */
  const hear = (element: Element) => {
    const quiet = new AbortController();
    const { signal } = quiet;
    const listen = (type: string, listener: (event: TouchEvent) => void) =>
      element.addEventListener(type, (event) => event instanceof TouchEvent && listener(event), {
        signal,
        passive: false,
      });
    listen("touchmove", onMove);
    listen("touchend", onEnd);
    listen("touchcancel", onCancel);
    return () => quiet.abort();
  };

  const deafen = hear(board);
  board.addEventListener("touchstart", onStart, { passive: true });
  board.addEventListener("contextmenu", onMenu);
  return () => {
    letGo();
    deafen();
    board.removeEventListener("touchstart", onStart);
    board.removeEventListener("contextmenu", onMenu);
  };
}

/** A copy of the card under the finger, above everything and without catching events. */
function pickUp(card: HTMLElement, at: Point): Omit<Carried, "deafen"> {
  const box = card.getBoundingClientRect();
  const copy = document.createElement("div");
  copy.append(card.cloneNode(true));
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: "0",
    top: "0",
    width: `${box.width}px`,
    height: `${box.height}px`,
    zIndex: "60",
    pointerEvents: "none",
    opacity: "0.95",
  });
  document.body.append(copy);
  return { copy, grip: { x: at.x - box.left, y: at.y - box.top }, at, frame: 0 };
}

/** The nearer to an edge, the faster. */
function pull(position: number, from: number, to: number): number {
  const near = Math.min(position - from, to - position);
  if (near >= edgePx) return 0;
  const speed = Math.ceil((1 - Math.max(0, near) / edgePx) * fastestPx);
  return position - from < to - position ? -speed : speed;
}

function scrollAtEdges(board: HTMLElement, column: HTMLElement | null | undefined, at: Point): void {
  const box = board.getBoundingClientRect();
  board.scrollLeft += pull(at.x, box.left, box.right);
  if (!column) return;
  const inner = column.getBoundingClientRect();
  column.scrollTop += pull(at.y, inner.top, inner.bottom);
}
