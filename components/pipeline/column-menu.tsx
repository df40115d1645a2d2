"use client";

import { useQuery } from "@tanstack/react-query";
import { TimerReset } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import type { Phase } from "#server/phases/schema.ts";

const AgesForm = later(
  laterModule(() => import("./ages-form.tsx")),
  (module) => module.AgesForm,
);

/** When the cards of a phase turn amber and red; for those who may change phases. */
export function ColumnMenu({ phase }: { phase: Phase }) {
  const t = useTranslations("pipeline.ages");
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const held = useQuery({ ...trpc.users.profile.queryOptions({}), staleTime: 600_000 }).data?.permissions ?? [];
  if (!held.includes("admin") && !held.includes("clients_write")) return null;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label={t("label", { name: phase.name })} size="sm">
          <TimerReset aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("label", { name: phase.name })}>
        <AgesForm phase={phase} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
