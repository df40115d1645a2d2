"use client";

import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { ThreadItem } from "../thread-items.ts";

type ThreadPaperProps = {
  label: string;
  items: readonly ThreadItem[];
  renderItem: (item: ThreadItem) => ReactNode;
  top: ReactNode;
};

/** On paper a thread is as long as all that is loaded of it, and not what is in view; the screen stays as it is. */
export function ThreadPaper(props: ThreadPaperProps) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const root = document.documentElement;
    const begin = () => {
      root.dataset.printing = "";
      flushSync(() => setPrinting(true));
    };
    const end = () => {
      delete root.dataset.printing;
      setPrinting(false);
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      delete root.dataset.printing;
    };
  }, []);
  return printing ? <Paper {...props} /> : null;
}

function Paper({ label, items, renderItem, top }: ThreadPaperProps) {
  return (
    <section aria-label={label} data-paper="" className="hidden print:block">
      <div className="grid place-items-center py-2">{top}</div>
      {items.map((item) => (
        <div key={item.key} className="break-inside-avoid">
          {renderItem(item)}
        </div>
      ))}
    </section>
  );
}
