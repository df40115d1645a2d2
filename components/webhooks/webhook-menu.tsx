"use client";

import { Code, Copy, Ellipsis, History, KeyRound, Pause, Pencil, Play, Radio, Send, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useCopyWithNotice } from "#components/ui/copy-button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { shortUrl } from "./url-text.ts";
import { useActivity } from "./use-activity.ts";
import type { WebhookDialog } from "./webhook-dialogs.tsx";

type WebhookMenuProps = { webhook: Webhook; onChoose: (dialog: WebhookDialog) => void };

export function WebhookMenu({ webhook, onChoose }: WebhookMenuProps) {
  const t = useTranslations("webhooks.actions");
  const words = useTranslations("ui");
  const mayWrite = useMay("webhooks_write");
  const barred = usePlanLacks("webhooks") && !webhook.isActive;
  const setActive = useActivity();
  const copy = useCopyWithNotice();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" label={t("menu", { name: shortUrl(webhook.url) })}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {mayWrite ? (
          <>
            <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => onChoose("edit")}>
              {t("edit")}
            </DropdownMenuItem>
            <DropdownMenuItem
              icon={webhook.isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
              disabled={barred}
              onSelect={() => void setActive(webhook, !webhook.isActive)}
            >
              {barred ? `${t("resume")} · ${words("planLacks")}` : webhook.isActive ? t("pause") : t("resume")}
            </DropdownMenuItem>
            <DropdownMenuItem icon={<Send aria-hidden />} onSelect={() => onChoose("test")}>
              {t("test")}
            </DropdownMenuItem>
            <DropdownMenuItem icon={<Radio aria-hidden />} onSelect={() => onChoose("ping")}>
              {t("ping")}
            </DropdownMenuItem>
            <DropdownMenuItem icon={<History aria-hidden />} onSelect={() => onChoose("recover")}>
              {t("recover")}
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        ) : null}
        <DropdownMenuItem icon={<Code aria-hidden />} onSelect={() => onChoose("sample")}>
          {t("sample")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Copy aria-hidden />} onSelect={() => copy(webhook.url)}>
          {t("copyUrl")}
        </DropdownMenuItem>
        {mayWrite ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={<KeyRound aria-hidden />} onSelect={() => onChoose("rotate")}>
              {t("rotate")}
            </DropdownMenuItem>
            <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onChoose("delete")}>
              {t("delete")}
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
