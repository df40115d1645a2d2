type Seat = { node: HTMLElement; column: string };
type Place = { box: DOMRect; column: string };

const glideMs = 150;
const easing = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** Where the cards are on the screen, so that a card that changes its place glides there instead of jumping. */
export class Glider {
  private readonly seats = new Map<string, Seat>();
  private readonly before = new Map<string, Place>();
  private readonly still = new Set<string>();
  private clearing = false;

  /** A card is on the screen now. Answers how to forget it. */
  seat(id: string, node: HTMLElement, column: string): () => void {
    const seat = { node, column };
    this.seats.set(id, seat);
    return () => {
      if (this.seats.get(id) === seat) this.seats.delete(id);
    };
  }

  nodeOf(id: string): HTMLElement | undefined {
    return this.seats.get(id)?.node;
  }

  /** The hand has put this card where it is: the next change of its place is no news. */
  keepStill(id: string): void {
    this.still.add(id);
  }

  /** Before the page changes: where the cards of this column are. */
  measure(column: string): void {
    for (const [id, seat] of this.seats) {
      if (seat.column === column) this.before.set(id, { box: seat.node.getBoundingClientRect(), column });
    }
  }

  /** After it has changed: every card of this column comes from where it was. */
  play(column: string): void {
    for (const [id, seat] of this.seats) {
      const place = this.before.get(id);
      if (seat.column !== column || !place) continue;
      if (place.column !== column && this.still.delete(id)) continue;
      glide(seat.node, place, column);
    }
    this.clearSoon();
  }

  /** Columns that change together play one after the other: what was measured is needed until the last has played. */
  private clearSoon(): void {
    if (this.clearing) return;
    this.clearing = true;
    queueMicrotask(() => {
      this.clearing = false;
      this.before.clear();
    });
  }
}

function glide(node: HTMLElement, from: Place, column: string): void {
  if (typeof node.animate !== "function" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = node.getBoundingClientRect();
  const [x, y] = [from.box.left - to.left, from.box.top - to.top];
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  if (from.column === column) node.animate(path, { duration: glideMs, easing });
  else fly(node, to, path);
}

/** Columns cut off what leaves them: between two of them a copy flies above the board. */
function fly(node: HTMLElement, to: DOMRect, path: Keyframe[]): void {
  const copy = node.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("id");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    margin: "0",
    zIndex: "30",
    pointerEvents: "none",
  });
  document.body.append(copy);
  const flight = copy.animate(path, { duration: glideMs, easing });
  const wait = node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: glideMs });
  const land = () => {
    copy.remove();
    wait.cancel();
  };
  flight.addEventListener("finish", land, { once: true });
  flight.addEventListener("cancel", land, { once: true });
}
