import type { ReactNode } from "react";

/** A table under its heading that scrolls sideways where it is wider than the screen. */
export function WideSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        {children}
      </section>
    </div>
  );
}
