import { type ComponentType, useEffect, useState } from "react";
import { loadAnewOnceReached } from "#components/frame/reaching/missing-piece.ts";
import { isOtherBuild } from "#components/frame/reaching/other-build.ts";
import { insist } from "#components/ui/late/insist.ts";

/** A visitor need not know that there is another version: what they write is kept, and the chat is loaded anew. */
function unlessGone<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let isOver = false;
  return () =>
    load().catch((error: unknown) => {
      if (isOtherBuild() && !isOver) {
        isOver = true;
        loadAnewOnceReached();
      }
      throw error;
    });
}

/** A piece of the chat that is fetched when it is needed. One that does not come must not take the chat off the screen. */
export function latePiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  const get = unlessGone(load);
  return function LatePiece(props: Props) {
    const [Piece, setPiece] = useState(() => known);
    useEffect(() => {
      if (Piece) return;
      return insist(get, (loaded) => {
        known = loaded;
        setPiece(() => loaded);
      });
    }, [Piece]);
    if (Piece) return <Piece {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}
