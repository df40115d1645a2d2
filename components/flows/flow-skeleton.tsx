import { Skeleton } from "#components/ui/skeleton.tsx";

/** The places of header, outline, canvas and panel while the flow is fetched. */
export function FlowSkeleton() {
  return (
    <div aria-busy className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 items-center gap-3 border-border border-b px-4">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ms-auto h-8 w-24" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="grid w-58 content-start gap-2 border-border border-r p-3 phone:w-full">
          {["a", "b", "c", "d", "e"].map((row) => (
            <Skeleton key={row} className="h-6" />
          ))}
        </div>
        <div className="flex-1 bg-background phone:hidden" />
        <div className="w-96 border-border border-l p-4 phone:hidden">
          <Skeleton className="h-24" />
        </div>
      </div>
    </div>
  );
}
