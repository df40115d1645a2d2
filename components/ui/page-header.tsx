import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

type PageHeaderProps = {
  title: string;
  /** One line below; keep it for what the title cannot say. */
  description?: ReactNode;
  /** Something small after the title: a count, a state. */
  meta?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  /** The buttons are few: on a phone a long title is cut rather than leave them a row of their own. */
  slimActions?: boolean;
  className?: string;
};

export function PageHeader({ title, description, meta, actions, back, slimActions, className }: PageHeaderProps) {
  return (
    <header className={cn("flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2 phone:px-4", className)}>
      {back ? (
        <Link
          href={back.href}
          aria-label={back.label}
          className="-ml-1.5 grid size-7 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text touch:size-11"
        >
          <ChevronLeft aria-hidden className="size-4" />
        </Link>
      ) : null}
      {/* On a phone a short title has its buttons beside it; a long one has the row to itself. */}
      <div
        className={cn(
          "flex min-w-32 flex-1 items-center gap-2 phone:min-w-0",
          slimActions ? "phone:basis-0" : "phone:basis-auto",
          back ? "phone:max-w-[calc(100%-3.5rem)]" : "phone:max-w-full",
        )}
      >
        <h1 dir="auto" className="truncate font-semibold text-lg">
          {title}
        </h1>
        {meta ? <div className="flex shrink-0 items-center gap-2 text-sm text-text-muted">{meta}</div> : null}
      </div>
      {actions ? (
        <div className="flex flex-wrap items-center gap-2 phone:gap-1.5 phone:[&>a]:px-2.5 phone:[&>button]:px-2.5">
          {actions}
        </div>
      ) : null}
      {description ? (
        <div
          className={cn("-mt-2 max-w-full basis-full text-sm text-text-muted phone:mt-0", back && "pl-8.5 phone:pl-0")}
        >
          <div className="max-w-160 text-pretty">{description}</div>
        </div>
      ) : null}
    </header>
  );
}
