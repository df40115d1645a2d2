import { type ComponentType, useEffect, useState } from "react";

const againMs = 2000;

/** Asked for until it has come: the line may be away. Returns what gives it up. */
export function insist<T>(load: () => Promise<T>, take: (loaded: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  const ask = () => {
    load().then(
      (loaded) => gone || take(loaded),
      () => {
        if (!gone) timer = setTimeout(ask, againMs);
      },
    );
  };
  ask();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

/** A piece of the chat that is fetched when it is needed. One that does not come must not take the chat off the screen. */
export function latePiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function LatePiece(props: Props) {
    const [Piece, setPiece] = useState(() => known);
    useEffect(() => {
      if (Piece) return;
      return insist(load, (loaded) => {
        known = loaded;
        setPiece(() => loaded);
      });
    }, [Piece]);
    if (Piece) return <Piece {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}
