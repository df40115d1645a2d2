"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { cn } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { severityOf, useProblemWords } from "./problem-words.ts";

const storageKey = "parley.channel-alarms";

function readDismissed(): string[] {
  try {
    return sessionStorage.getItem(storageKey)?.split(" ") ?? [];
  } catch {
    // On the server, and where storage is forbidden.
    return [];
  }
}

/** Above every page, for administrators: a channel that is cut off or restricted. Gone once it is well again. */
export function ChannelAlarms() {
  const t = useTranslations("frame.channelProblems");
  const trpc = useTRPC();
  const words = useProblemWords();
  const [dismissed, setDismissed] = useState(readDismissed);
  const { data } = useQuery(trpc.channels.alarms.queryOptions({}, { enabled: useMay("admin") }));
  const keyOf = (alarm: NonNullable<typeof data>["alarms"][number]) => `${alarm.channelId}@${alarm.problem.at}`;
  // What is cut off stays in sight until it is well: customers are not answered meanwhile.
  const shown = (data?.alarms ?? []).filter((alarm) => !alarm.connected || !dismissed.includes(keyOf(alarm)));
  const [first, ...others] = shown;
  const dismiss = () => {
    const all = [...dismissed, ...shown.map(keyOf)];
    setDismissed(all);
    try {
      sessionStorage.setItem(storageKey, all.join(" "));
    } catch {
      // Where storage is forbidden, they are gone until the page is left.
    }
  };
  return (
    <div role="status" className="shrink-0">
      {first ? (
        <div
          className={cn(
            "flex items-center gap-2.5 border-border border-b px-4 py-1.5 text-sm",
            first.connected ? "bg-warning/10" : "bg-danger/10",
          )}
        >
          <TriangleAlert
            aria-hidden
            className={cn("size-4 shrink-0", first.connected ? "text-warning" : "text-danger")}
          />
          <p className="min-w-0 flex-1 truncate phone:line-clamp-2 phone:whitespace-normal short:line-clamp-1">
            <span className="font-medium">
              {t(first.connected ? severityOf(first.problem) : "cutOff", { name: first.label })}
            </span>{" "}
            <span className="text-text-muted">{words(first.problem)}</span>
          </p>
          <Link
            href={others.length > 0 ? "/settings/channels" : `/settings/channels/${first.channelId}`}
            className="inline-flex min-h-7 shrink-0 items-center font-medium text-accent underline-offset-2 hover:underline touch:min-h-11"
          >
            {others.length > 0 ? t("openAll", { count: shown.length }) : t("open")}
          </Link>
          {shown.every(({ connected }) => connected) ? (
            <IconButton size="sm" label={t("dismiss")} onClick={dismiss}>
              <X aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
