"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { LegalHoldView } from "#server/retention/schema.ts";
import { HoldForm } from "./hold-form.tsx";

export function LegalHolds({ holds }: { holds: readonly LegalHoldView[] }) {
  const t = useTranslations("retention.holds");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const nameOf = useSubjectName();
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<LegalHoldView>();
  const release = useMutation(trpc.retention.release.mutationOptions());
  const confirm = async () => {
    if (!ending) return;
    await release.mutateAsync({ legalHoldId: ending.id });
    cache.refresh(cache.of("retention"));
    toast.success(t("released"));
  };
  return (
    <SettingsSection title={t("title")} description={t("description")}>
      {holds.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      <ul aria-label={t("title")} className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
        {holds.map((hold) => (
          <HoldRow key={hold.id} hold={hold} onRelease={() => setEnding(hold)} />
        ))}
      </ul>
      <div>
        <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
          {t("add")}
        </Button>
      </div>
      <HoldForm open={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        danger
        open={ending !== undefined}
        onOpenChange={(open) => !open && setEnding(undefined)}
        title={t("releaseTitle", { name: ending ? nameOf(ending) : "" })}
        description={t("releaseHint")}
        confirmLabel={t("release")}
        onConfirm={confirm}
        errorText={(error) => refusals.sentence(error)}
      />
    </SettingsSection>
  );
}

function useSubjectName() {
  const t = useTranslations("retention.holds");
  return ({ contactId, conversationId, subject }: LegalHoldView) => {
    if (contactId) return subject || t("person");
    return conversationId ? t("conversation", { name: subject || t("unknown") }) : t("everything");
  };
}

const addressOf = ({ contactId, conversationId }: LegalHoldView) =>
  contactId ? `/contacts/${contactId}` : `/inbox/${conversationId}`;

function HoldRow({ hold, onRelease }: { hold: LegalHoldView; onRelease: () => void }) {
  const t = useTranslations("retention.holds");
  const format = useFormatter();
  const nameOf = useSubjectName();
  const day = (at: Date | string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const linked = hold.subject !== "";
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium text-sm">
          {linked ? (
            <Link href={addressOf(hold)} className="truncate hover:underline">
              {nameOf(hold)}
            </Link>
          ) : (
            <span className="truncate">{nameOf(hold)}</span>
          )}
          {hold.releasedAt ? <Badge tone="outline">{t("over")}</Badge> : null}
        </span>
        <span className="wrap-anywhere text-sm">{hold.reason}</span>
        <span className="wrap-anywhere text-text-muted text-xs">
          {t("by", { name: hold.createdBy, at: day(hold.createdAt) })}
          {hold.releasedAt ? ` · ${t("overBy", { name: hold.releasedBy, at: day(hold.releasedAt) })}` : null}
        </span>
      </div>
      {hold.releasedAt ? null : (
        <Button size="sm" aria-label={t("releaseOf", { name: nameOf(hold) })} onClick={onRelease}>
          {t("release")}
        </Button>
      )}
    </li>
  );
}
