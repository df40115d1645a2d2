import { type ComponentType, useEffect, useState } from "react";
import { insist } from "#components/ui/late/insist.ts";

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
