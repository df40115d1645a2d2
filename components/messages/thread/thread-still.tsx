import type { ReactNode, Ref } from "react";
import { cn } from "#components/ui/class-names.ts";
import { usePhone } from "#components/ui/use-media.ts";
import { topSpace } from "./spaces.ts";
import type { ThreadItem } from "./thread-items.ts";

type ThreadStillProps = {
  label: string;
  items: readonly ThreadItem[];
  renderItem: (item: ThreadItem) => ReactNode;
  top: ReactNode;
  ref: Ref<HTMLElement>;
};

/* What counts its seconds, or waits in this browser alone, no server can draw. */
const drawn = ({ kind }: ThreadItem) => kind !== "pending" && kind !== "outgoing" && kind !== "noteOnTheWay";

/** More than a window shows. */
const most = { phone: 16, desk: 24 };

/** A thread as a server draws it, which knows neither heights nor a window: what it opens with, where it opens. */
export function ThreadStill({ label, items: all, renderItem, top, ref }: ThreadStillProps) {
  const count = usePhone() ? most.phone : most.desk;
  const items = all.filter(drawn);
  const firstUnread = items.findIndex((item) => item.kind === "new");
  const begin = firstUnread >= 0 ? firstUnread : Math.max(0, items.length - count);
  return (
    <section
      ref={ref}
      aria-label={label}
      // What does not fit is cut off above, unless the reader begins there; a short thread stands at the top.
      className={cn("flex min-h-0 flex-1 overflow-hidden", firstUnread >= 0 ? "flex-col" : "flex-col-reverse")}
    >
      <div className="mb-auto shrink-0 pb-2">
        {begin === 0 ? (
          <div className="grid place-items-center" style={{ height: topSpace }}>
            {top}
          </div>
        ) : null}
        {items.slice(begin, begin + count).map((item) => (
          <div key={item.key} data-key={item.key}>
            {renderItem(item)}
          </div>
        ))}
      </div>
    </section>
  );
}
