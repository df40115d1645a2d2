import { Skeleton } from "#components/ui/skeleton.tsx";

const rows = Array.from({ length: 12 }, (_, index) => index);

/** The list before its rows are known, in their real height. */
export function InboxSkeleton() {
  return (
    <div aria-hidden className="min-h-0 flex-1 overflow-hidden">
      {rows.map((row) => (
        <div key={row} className="flex h-16 gap-2.5 border-border border-b px-3 py-2.5">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className={row % 3 === 0 ? "w-2/5" : "w-1/2"} />
            <Skeleton className={row % 2 === 0 ? "w-4/5" : "w-3/5"} />
          </div>
        </div>
      ))}
    </div>
  );
}
