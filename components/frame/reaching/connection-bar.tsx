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
  const note = renewed ? "renewed" : polling && !waits ? "polling" : undefined;
  return (
    <div role="status" className="shrink-0">
      {ended ? <EndedBar /> : null}
      {!ended && (lost || waits) ? (
        <p className="flex h-7 animate-fade-in items-center justify-center gap-2 border-border border-b bg-warning/10 font-medium text-warning text-xs touch:h-9">
          <CloudOff aria-hidden className="size-3.5" />
          {t(waits ? "unreachable" : "reconnecting")}
        </p>
      ) : null}
      {note && !ended ? (
        <p className="flex min-h-7 flex-wrap items-center justify-center gap-x-2 border-border border-b bg-text/5 text-text-muted text-xs touch:min-h-9">
          {t(note)}
          {renewed ? (
            <button
              type="button"
              onClick={() => location.reload()}
              className="h-7 font-medium text-accent touch:min-h-11"
            >
              {t("reload")}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
