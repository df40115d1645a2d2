import type { MouseEvent } from "react";
import { answers } from "./answers.ts";
import { pressedPlace } from "./pressed.ts";
import { Reaching } from "./reaching.ts";

const pauseMs = 2000;

export type Ways = {
  /** Goes there as the frame's links do. */
  go: (href: string) => void;
  /** Of what holds links: a press that could not be answered now waits. */
  onClickCapture: (event: MouseEvent) => void;
};

type Parts = { push: (href: string) => void; tell: (waits: boolean) => void; isLost: () => boolean };

/** `again`: the line may be back. `close`: nothing is waited for any more. */
export function openWays({ push, tell, isLost }: Parts): Ways & { again: () => void; close: () => void } {
  const reaching = new Reaching({ answers, go: push, tell, pauseMs });
  const isAway = () => isLost() || !navigator.onLine;
  window.addEventListener("online", reaching.again);
  return {
    again: reaching.again,
    close: () => {
      window.removeEventListener("online", reaching.again);
      reaching.stop();
    },
    go: (href) => {
      if (isAway()) return reaching.want(href);
      reaching.stop();
      tell(false);
      push(href);
    },
    onClickCapture: (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const place = pressedPlace(event.nativeEvent, link, location.origin);
      if (place === undefined || !isAway()) return;
      // Next's own link lets be what was prevented.
      event.preventDefault();
      reaching.want(place);
    },
  };
}
