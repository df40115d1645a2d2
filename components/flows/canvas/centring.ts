"use client";

import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useEffect, useRef } from "react";
import { useChosen } from "../step/step-selection.ts";
import { cardSize, type FlowLayout, type PlacedCard } from "./flow-layout.ts";

const margin = 24;

/** More steps than this are not drawn again and again on the way. */
const manySteps = 60;

type CentringProps = { layout: FlowLayout; waiting: string | undefined };

/** Brings a step into view when it is chosen or the simulator comes to it; what is in view stays where it is. */
export function Centring({ layout, waiting }: CentringProps): null {
  const { id: chosen } = useChosen();
  const { setCenter } = useReactFlow();
  const store = useStoreApi();
  const latest = useRef(layout);
  useEffect(() => {
    latest.current = layout;
  });

  const find = useRef((wanted: (card: PlacedCard) => boolean) => {
    const card = latest.current.cards.find(wanted);
    if (!card) return;
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    const left = card.x * zoom + x;
    const top = card.y * zoom + y;
    const inside =
      left >= margin &&
      top >= margin &&
      left + cardSize.width * zoom <= width - margin &&
      top + cardSize.height * zoom <= height - margin;
    if (inside || width === 0) return;
    const many = latest.current.cards.length > manySteps;
    const still = many || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    void setCenter(card.x + cardSize.width / 2, card.y + cardSize.height / 2, {
      zoom: Math.max(zoom, 0.6),
      duration: still ? 0 : 150,
    });
  });

  useEffect(() => {
    if (chosen !== undefined) find.current(({ node }) => node.id === chosen);
  }, [chosen]);
  useEffect(() => {
    if (waiting) find.current(({ node }) => node.internal_name === waiting);
  }, [waiting]);
  return null;
}
