import { Skeleton } from "#components/ui/skeleton.tsx";

/** The places of a form while it is fetched. */
export function FormSkeleton() {
  return (
    <div aria-busy className="grid gap-4 p-5">
      <Skeleton className="h-6 w-60" />
      <Skeleton className="h-24 w-full max-w-200" />
      <Skeleton className="h-60 w-full max-w-200" />
    </div>
  );
}
