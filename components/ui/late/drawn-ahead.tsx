"use client";

import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useContext, useState } from "react";
import { type LaterModule, untilThere } from "./later.tsx";

/**
 * One that the server draws too: what it has drawn stays until the piece is there and comes alive. Within `Whole` the
 * page comes alive together with it: what may come later, a server sends behind a stand-in if it is long.
 */
export function drawnAhead<Module, Props extends object>(
  module: LaterModule<Module>,
  pick: (module: Module) => ComponentType<Props>,
  Meanwhile: ComponentType<Props>,
): ComponentType<Props> {
  // There when the first page is drawn.
  if (typeof document === "undefined") void untilThere(module);
  const Coming = lazy(async () => ({ default: pick(await untilThere(module)) }));
  function Part(props: Props) {
    // Not exchanged once it is drawn: it would lose its state.
    const [loaded] = useState(() => module.now());
    const There = loaded ? pick(loaded) : Coming;
    return <There {...props} />;
  }
  return function DrawnAhead(props: Props) {
    // As it was first drawn: with another it would lose its state.
    const [isWhole] = useState(useContext(IsWhole));
    const part = <Part {...props} />;
    return isWhole ? part : <Suspense fallback={<Meanwhile {...props} />}>{part}</Suspense>;
  };
}

const IsWhole = createContext(false);

/** Makes a part of a page, drawn by the server, that comes alive whole, once a piece that is drawn ahead in it is there. */
export function whole<Module>(module: LaterModule<Module>) {
  let there: Promise<Module> | undefined;
  return function Whole({ when, children }: { when: boolean; children: ReactNode }) {
    if (when && !module.now()) {
      there ??= untilThere(module);
      use(there);
    }
    return <IsWhole value={when}>{children}</IsWhole>;
  };
}
