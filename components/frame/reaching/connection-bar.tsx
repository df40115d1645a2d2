"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { useSessionEnded } from "#components/sessions/use-session-ended.ts";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { useConnectionLost, useConnectionState } from "../connection.tsx";
import { isOtherBuild, onOtherBuild } from "./other-build.ts";
import { useWaitsForPlace } from "./use-reaching.tsx";

const EndedBar = later(
  laterModule(() => import("#components/sessions/ended-bar.tsx")),
  (module) => module.EndedBar,
);

const isNever = () => false;

/** Above every page: what stands between it and the server. */
export function ConnectionBar() {
  const t = useTranslations("frame.connection");
  const lost = useConnectionLost();
  const polling = useConnectionState() === "polling";
  const waits = useWaitsForPlace();
  const ended = useSessionEnded();
  const renewed = useSyncExternalStore(onOtherBuild, isOtherBuild, isNever);
  return (
    <div role="status" className="shrink-0">
      {ended ? <EndedBar /> : null}
      {!ended && (lost || waits) ? (
        <p className="flex h-7 animate-fade-in items-center justify-center gap-2 border-border border-b bg-warning/10 font-medium text-warning text-xs touch:h-9">
          <CloudOff aria-hidden className="size-3.5" />
          {t(waits ? "unreachable" : "reconnecting")}
        </p>
      ) : null}
      {renewed && !ended ? (
        <p className="flex min-h-9 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-border border-b bg-text/5 px-3 py-1 text-sm touch:min-h-11">
          {t("renewed")}
          <button
            type="button"
            onClick={() => location.reload()}
            className="h-7 rounded-md bg-accent px-2.5 font-medium text-accent-text text-xs hover:bg-accent/92 touch:min-h-11"
          >
            {t("reload")}
          </button>
        </p>
      ) : null}
      {polling && !ended && !waits ? (
        <p className="flex h-7 items-center justify-center border-border border-b bg-text/5 text-text-muted text-xs touch:h-9">
          {t("polling")}
        </p>
      ) : null}
    </div>
  );
}
