"use client";

import { CloudOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSessionEnded } from "#components/sessions/use-session-ended.ts";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { useConnectionLost, useConnectionState } from "../connection.tsx";
import { useWaitsForPlace } from "./use-reaching.tsx";

const EndedBar = later(
  laterModule(() => import("#components/sessions/ended-bar.tsx")),
  (module) => module.EndedBar,
);

/** Above every page: what stands between it and the server. */
export function ConnectionBar() {
  const t = useTranslations("frame.connection");
  const lost = useConnectionLost();
  const polling = useConnectionState() === "polling";
  const waits = useWaitsForPlace();
  const ended = useSessionEnded();
  return (
    <div role="status" className="shrink-0">
      {ended ? <EndedBar /> : null}
      {!ended && (lost || waits) ? (
        <p className="flex h-7 animate-fade-in items-center justify-center gap-2 border-border border-b bg-warning/10 font-medium text-warning text-xs touch:h-9">
          <CloudOff aria-hidden className="size-3.5" />
          {t(waits ? "unreachable" : "reconnecting")}
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
