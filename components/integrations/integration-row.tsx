"use client";

import { ChartNoAxesColumn, Handshake, History, type LucideIcon, Mail, Table, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { Switch } from "#components/forms/switch.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { IntegrationType } from "#server/integrations/choices.ts";
import type { IntegrationView } from "#server/integrations/schema.ts";

const icons: Readonly<Record<IntegrationType, LucideIcon>> = {
  webhook: Webhook,
  email: Mail,
  analytics: ChartNoAxesColumn,
  sheets: Table,
  crm: Handshake,
};

type IntegrationRowProps = {
  integration: IntegrationView;
  mayWrite: boolean;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onRuns: () => void;
};

/** One integration: what it does, whether it can, and what it is set to. */
export function IntegrationRow({ integration, mayWrite, onSwitch, onEdit, onRuns }: IntegrationRowProps) {
  const t = useTranslations("integrations");
  const { type, enabled, lacks, failingSince } = integration;
  const name = t(`types.${type}.name`);
  const Icon = icons[type];
  const barred = lacks.includes("plan");
  return (
    <li className="flex items-start gap-3 p-4 phone:flex-wrap">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-text/6 text-text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1 phone:basis-[calc(100%-3rem)]">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium text-sm">{name}</span>
          {enabled && failingSince ? <Badge tone="danger">{t("failing")}</Badge> : null}
        </span>
        <span className="text-pretty text-text-muted text-xs">{t(`types.${type}.text`)}</span>
        {lacks.length > 0 && (enabled || barred) ? (
          <span className="text-pretty text-warning text-xs">{lacks.map((lack) => t(`lacks.${lack}`)).join(" ")}</span>
        ) : null}
      </div>
      <div className="flex shrink-0 items-center gap-2 phone:w-full phone:justify-end">
        {type === "sheets" ? null : (
          <IconButton label={t("runs.open", { name })} onClick={onRuns}>
            <History aria-hidden />
          </IconButton>
        )}
        {mayWrite ? (
          <Button size="sm" aria-label={t("setUpNamed", { name })} onClick={onEdit}>
            {t("setUp")}
          </Button>
        ) : null}
        <Switch
          aria-label={t(enabled ? "switchOff" : "switchOn", { name })}
          checked={enabled}
          disabled={!mayWrite || (barred && !enabled)}
          onCheckedChange={onSwitch}
        />
      </div>
    </li>
  );
}
