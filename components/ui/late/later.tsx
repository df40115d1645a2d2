"use client";

import {
  type ComponentType,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onFirstDeed } from "./first-deed.ts";
import { insist } from "./insist.ts";
import { type Places, PlacesContext } from "./places.ts";
import { keepTyping } from "./typing-ahead.ts";

export type LaterModule<Module> = {
  now: () => Module | undefined;
  fetch: () => Promise<Module>;
};

/** A piece of the script that no page needs to be drawn: fetched with the first deed, or when it is asked for. */
export function laterModule<Module>(load: () => Promise<Module>): LaterModule<Module> {
  let module: Module | undefined;
  let coming: Promise<Module> | undefined;
  const fetch = () => {
    coming ??= load().then(
      (loaded) => {
        module = loaded;
        return loaded;
      },
      (error: unknown) => {
        // The line was away: the next one who asks tries again.
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  // Nobody needs it yet: who does asks until it has come.
  if (typeof document !== "undefined") onFirstDeed(() => fetch().catch(() => undefined));
  return { now: () => module, fetch };
}

/** What the server drew without a piece comes alive without it, though it may have come meanwhile. */
const notYet = () => undefined;

/** The module's content once it is there, tried again while the line is away. */
function useLater<Module>({ now, fetch }: LaterModule<Module>): Module | undefined {
  const listen = useCallback((draw: () => void) => insist(fetch, draw), [fetch]);
  return useSyncExternalStore(listen, now, notYet);
}

/** The same, asked for when `wanted`, else with the first deed on the page. */
export function useWhenThere<Module>({ now, fetch }: LaterModule<Module>, wanted: boolean): Module | undefined {
  const listen = useCallback(
    (draw: () => void) => {
      if (wanted) return insist(fetch, draw);
      let giveUp: (() => void) | undefined;
      const forget = onFirstDeed(() => {
        giveUp = insist(fetch, draw);
      });
      return () => {
        forget();
        giveUp?.();
      };
    },
    [fetch, wanted],
  );
  return useSyncExternalStore(listen, now, notYet);
}

/** For effects: `run` once the piece is there, which the first deed fetches; what it answers undoes it. */
export function onceThere<Module>(module: LaterModule<Module>, run: (loaded: Module) => () => void): () => void {
  let undo: (() => void) | undefined;
  let gone = false;
  const begin = (loaded: Module) => {
    if (!gone) undo = run(loaded);
  };
  const loaded = module.now();
  const forget = loaded ? begin(loaded) : onFirstDeed(() => void untilThere(module).then(begin));
  return () => {
    gone = true;
    forget?.();
    undo?.();
  };
}

/** A component of such a piece. Until it is there, nothing is drawn, or `Meanwhile`. */
export function later<Module, Props extends object>(
  module: LaterModule<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const loaded = useLater(module);
    if (!loaded) return Meanwhile ? <Meanwhile {...props} /> : null;
    const Part = pick(loaded);
    return <Part {...props} />;
  };
}

/** Tried again while the line is away. */
export function untilThere<Module>({ fetch }: LaterModule<Module>): Promise<Module> {
  return new Promise((there) => insist(fetch, there));
}

/** Where the focus goes to once what had it is gone. */
export const focusReturn = laterModule(() => import("./focus-return.ts"));

function keepPlacesOfNow(places: { current: Places }): void {
  const element = document.activeElement;
  const keep = (module: Pick<typeof import("./focus-return.ts"), "placesFrom">) => {
    places.current = module.placesFrom(element);
  };
  const there = focusReturn.now();
  places.current = element instanceof HTMLElement ? [element] : [];
  if (there) keep(there);
  else focusReturn.fetch().then(keep, () => undefined);
}

/** One that is drawn from its first opening on, so that it can also leave; a press before it is there is kept. */
export function laterModal<Module, Props extends OpeningProps>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const Part = later(laterModule(load), pick, Opening);
  return function LaterModal(props: Props) {
    const [wanted, want] = useState(props.open);
    if (props.open && !wanted) want(true);
    const places = useRef<Places>([]);
    // Before the dialog takes the focus, and before the menu that it was opened from is gone.
    useLayoutEffect(() => {
      if (props.open) keepPlacesOfNow(places);
    }, [props.open]);
    if (!wanted) return null;
    return (
      <PlacesContext value={places}>
        <Part {...props} />
      </PlacesContext>
    );
  };
}

/** The same for a form that is open while there is something to edit: a record, or the word for a new one. */
export function laterForm<Module, Props extends EditingProps>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  const Part = later(laterModule(load), pick, OpeningForm);
  return function LaterForm(props: Props) {
    const isOpen = props.edited !== undefined;
    const [wanted, want] = useState(isOpen);
    if (isOpen && !wanted) want(true);
    return wanted ? <Part {...props} /> : null;
  };
}

type EditingProps = { edited: unknown; onClose: () => void };

function OpeningForm({ edited, onClose }: EditingProps) {
  return <Opening open={edited !== undefined} onOpenChange={onClose} />;
}

type OpeningProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Keys pressed while it is on its way are not the page's (see `overlayOpen` of the shortcuts): they are its own. */
export function Opening({ open, onOpenChange }: OpeningProps) {
  useEffect(() => (open ? keepTyping(() => onOpenChange(false)) : undefined), [open, onOpenChange]);
  return open ? <span hidden data-modal="" data-state="open" /> : null;
}
