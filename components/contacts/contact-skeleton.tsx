import { Skeleton } from "#components/ui/skeleton.tsx";

const rows = ["w-2/3", "w-1/2", "w-3/5", "w-2/5", "w-1/2", "w-1/3"] as const;

/** The shape of a contact's page while it comes. */
export function ContactSkeleton() {
  return (
    <div aria-busy className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 items-center gap-3 border-border border-b px-5 phone:px-4">
        <Skeleton className="h-4 w-48" />
      </div>
      <div className="grid min-h-0 flex-1 md:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid content-start gap-5 border-border px-5 py-5 md:border-r phone:px-4">
          {rows.map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
        <div className="grid content-start gap-4 px-5 py-5 phone:px-4">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      </div>
    </div>
  );
}
