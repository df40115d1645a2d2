"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { headFor, loadAnew } from "./leaving.ts";
import { onRefusedPreview } from "./preview.ts";

const shownMs = 6000;

/** Whether something has just been refused because one only looks. */
function useJustRefused(): boolean {
  const [count, setCount] = useState(0);
  useEffect(() => onRefusedPreview(() => setCount((before) => before + 1)), []);
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(() => setCount(0), shownMs);
    return () => clearTimeout(timer);
  }, [count]);
  return count > 0;
}

/** Above every page while an administrator looks as somebody else. */
export function PreviewBar() {
  const t = useTranslations("sessions.preview");
  const { name } = useProfile().user;
  const client = useTRPCClient().sessions;
  const toast = useToast();
  const [stopping, setStopping] = useState(false);
  const refused = useJustRefused();
  const stop = () => {
    setStopping(true);
    headFor("/settings/members");
    client.stopSeeingAs.mutate({}).then(loadAnew, (error: unknown) => {
      setStopping(false);
      toast.error(failureOf(error).message || t("notStopped"));
    });
  };
  return (
    <section
      aria-label={t("label")}
      className="flex shrink-0 items-center gap-2.5 border-border border-b bg-accent/10 px-4 py-1.5 text-sm"
    >
      <Eye aria-hidden className="size-4 shrink-0 text-accent" />
      <p role="status" className="min-w-0 flex-1">
        {t.rich(refused ? "refused" : "seeing", {
          name,
          strong: (chunks) => <strong className="font-medium">{chunks}</strong>,
        })}
      </p>
      <Button size="sm" loading={stopping} onClick={stop}>
        {t("stop")}
      </Button>
    </section>
  );
}
