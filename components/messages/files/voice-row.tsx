"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { recordable } from "#components/thread/recording.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";

const VoiceRecorder = dynamic(
  () => untilLoaded(() => import("./voice-recorder.tsx")).then((module) => module.VoiceRecorder),
  {
    loading: () => <Skeleton className="mx-3 mb-2 h-8" />,
  },
);

/** What this browser records for the channel; undefined: nothing, or not known yet. */
export function useRecordable(able: Capabilities): string | undefined {
  const [type, setType] = useState<string>();
  useEffect(() => setType(recordable(able)), [able]);
  return type;
}

type VoiceRowProps = {
  type: string;
  /** Send was pressed: the recording ends and goes along. */
  finish: boolean;
  onFile: (file: File) => void;
  /** Called with whether there is a file of it. */
  onEnd: (used: boolean) => void;
};

/** A recording in place of the bar; with or without a file it ends. */
export function VoiceRow({ type, finish, onFile, onEnd }: VoiceRowProps) {
  const t = useTranslations("messages.composer");
  const toast = useToast();
  return (
    <VoiceRecorder
      type={type}
      finish={finish}
      onDone={(file) => {
        onFile(file);
        onEnd(true);
      }}
      onCancel={() => onEnd(false)}
      onDenied={() => {
        onEnd(false);
        toast.error(t("micDenied"));
      }}
    />
  );
}
