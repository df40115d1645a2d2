import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** What this place is for and how to make the first. */
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

export function EmptyState({ icon, title, description, actions, className }: EmptyStateProps) {
  return (
    <div className={cn("mx-auto grid max-w-90 justify-items-center gap-1 px-6 py-12 text-center", className)}>
      {icon ? <span className="mb-2 text-text-faint [&_svg]:size-6 [&_svg]:stroke-[1.5]">{icon}</span> : null}
      <p className="text-balance font-medium text-base">{title}</p>
      {description ? <div className="text-pretty text-sm text-text-muted">{description}</div> : null}
      {actions ? <div className="mt-3 flex flex-wrap justify-center gap-2 *:justify-center">{actions}</div> : null}
    </div>
  );
}
