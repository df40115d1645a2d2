"use client";

import { Ellipsis, Languages, Megaphone, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { DuplicateTemplate } from "./duplicate-template.tsx";

export function TemplateMenu({ template }: { template: WhatsAppTemplate }) {
  const t = useTranslations("templates.menu");
  const words = useTranslations("ui");
  const lacking = usePlanLacks("campaigns");
  const router = useRouter();
  const mayWrite = useMay("websites_write");
  const [duplicating, setDuplicating] = useState(false);
  const [deleting, setDeleting] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("open", { name: template.elementName })}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {template.status === "APPROVED" ? (
            <DropdownMenuItem
              icon={<Megaphone aria-hidden />}
              disabled={lacking}
              onSelect={() => router.push(`/campaigns/new?template=${template.id}`)}
            >
              {lacking ? `${t("campaign")} · ${words("planLacks")}` : t("campaign")}
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem icon={<Languages aria-hidden />} onSelect={() => setDuplicating(true)}>
            {t("duplicate")}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDeleting(true)}>
            {t("delete")}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DuplicateTemplate template={template} open={duplicating} onOpenChange={setDuplicating} />
      <DeleteTemplate template={template} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}

type DialogProps = { template: WhatsAppTemplate; open: boolean; onOpenChange: (open: boolean) => void };

function DeleteTemplate({ template, open, onOpenChange }: DialogProps) {
  const t = useTranslations("templates.remove");
  const router = useRouter();
  const client = useTRPCClient().templates;
  const { cache } = useLive();
  const toast = useToast();
  const refusals = useRefusals();
  const remove = async () => {
    await client.delete.mutate({ templateId: template.id });
    cache.refresh(cache.of("templates.list"));
    toast.success(t("done"));
    router.push("/templates");
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      description={
        <span className="wrap-anywhere">
          {t("description", { name: template.elementName })}
          {template.status === "APPROVED" ? ` ${t("blocked")}` : ""}
        </span>
      }
      confirmLabel={t("confirm")}
      onConfirm={remove}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
