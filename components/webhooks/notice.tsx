"use client";

import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

type NoticeProps = { danger?: boolean; icon: ReactNode; title: string; description: string; action: ReactNode };

/** What stands above the log of a webhook, with what to do about it. */
export function Notice({ danger, icon, title, description, action }: NoticeProps) {
  return (
    <div
      role={danger ? "alert" : "status"}
      className={cn(
        "mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2 text-sm phone:mx-4 [&>svg]:size-4 [&>svg]:shrink-0",
        danger
          ? "border-danger/30 bg-danger/6 [&>svg]:text-danger"
          : "border-warning/30 bg-warning/8 [&>svg]:text-warning",
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="text-pretty text-text-muted">{description}</p>
      </div>
      {action}
    </div>
  );
}
