import { useTranslations } from "next-intl";
import { Skeleton } from "../ui/skeleton.tsx";

/** Rows of a DataList that are still being fetched, at their real height: nothing jumps when they come. */
export function ListSkeleton({ rowHeight }: { rowHeight: number }) {
  const t = useTranslations("ui.table");
  return (
    <div aria-busy className="min-h-0 flex-1 overflow-hidden">
      <span role="status" className="sr-only">
        {t("loading")}
      </span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} style={{ height: rowHeight }} className="grid content-center gap-2 border-border border-b px-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      ))}
    </div>
  );
}
