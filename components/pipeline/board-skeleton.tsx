import { Skeleton } from "#components/ui/skeleton.tsx";

const cards = [0, 1, 2, 3];
const columns = [0, 1, 2, 3];

/** Cards before they are known, in their real height. */
export function CardSkeletons() {
  return (
    <div aria-hidden className="grid gap-2">
      {cards.map((card) => (
        <div
          key={card}
          className="grid h-21 content-start gap-2.5 rounded-lg border border-border bg-surface p-3 touch:h-23"
        >
          <Skeleton className={card % 2 === 0 ? "w-1/2" : "w-2/3"} />
          <Skeleton className={card % 3 === 0 ? "w-5/6" : "w-3/5"} />
          <Skeleton className="w-1/4" />
        </div>
      ))}
    </div>
  );
}

/** The board before its phases are known. */
export function BoardSkeleton() {
  return (
    <div aria-hidden className="flex min-h-0 flex-1 gap-3 overflow-hidden px-5 pb-4 phone:px-4">
      {columns.map((column) => (
        <div
          key={column}
          className="flex w-72 shrink-0 flex-col overflow-hidden rounded-lg border border-border bg-background phone:w-[calc(100vw-2rem)]"
        >
          <div className="h-1 bg-border" />
          <div className="flex h-10 items-center gap-2 px-3">
            <Skeleton className="w-24" />
          </div>
          <div className="px-2">
            <CardSkeletons />
          </div>
        </div>
      ))}
    </div>
  );
}
