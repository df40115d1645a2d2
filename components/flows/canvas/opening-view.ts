import { cardSize, type FlowLayout, pillSize } from "./flow-layout.ts";

export type Size = { width: number; height: number };
export type View = { x: number; y: number; zoom: number };

/** Smaller than this, the words of a step can no longer be read with ease. */
const readable = 0.7;
const opening = 0.85;
const padding = 32;

function boundsOf(layout: FlowLayout) {
  const cards = layout.cards.map(({ x, y }) => ({ x, y, ...cardSize }));
  const boxes = [...cards, ...layout.pills.map(({ x, y }) => ({ x, y, ...pillSize })), { ...layout.end, ...pillSize }];
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Where the canvas opens: the whole flow where it can be read like that, else the chosen step or the first ones. */
export function openingView(layout: FlowLayout, pane: Size, chosen?: number): View {
  const bounds = boundsOf(layout);
  const inner = { width: pane.width - 2 * padding, height: pane.height - 2 * padding };
  const whole = Math.min(1, inner.width / bounds.width, inner.height / bounds.height);
  const first = layout.cards.find(({ node }) => node.id === chosen) ?? layout.cards[0];
  if (whole >= readable || !first) {
    const zoom = Math.max(whole, readable);
    const middle = { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 };
    return { x: pane.width / 2 - middle.x * zoom, y: pane.height / 2 - middle.y * zoom, zoom };
  }
  const axis = first.x + cardSize.width / 2;
  return { x: pane.width / 2 - axis * opening, y: padding - first.y * opening, zoom: opening };
}
