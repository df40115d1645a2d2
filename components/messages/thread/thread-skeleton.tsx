import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";

const bubbles = [
  { own: false, width: "w-64" },
  { own: true, width: "w-80" },
  { own: true, width: "w-48" },
  { own: false, width: "w-40" },
  { own: false, width: "w-72" },
  { own: true, width: "w-56" },
];

/** A thread that is on its way. */
export function ThreadSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      data-thread-skeleton
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-4 pb-6"
    >
      <span className="sr-only">{label}</span>
      {bubbles.map(({ own, width }) => (
        <Skeleton key={width} className={cn("h-9 max-w-[70%] rounded-xl", width, own && "self-end")} />
      ))}
    </div>
  );
}
