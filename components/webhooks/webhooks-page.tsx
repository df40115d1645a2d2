"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Lock, Plus, Webhook as WebhookIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlanButton } from "#components/companies/plan-button.tsx";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { WebhookSheet } from "./form/later-sheet.tsx";
import { SecretDialog } from "./form/secret-dialog.tsx";
import { shortUrl } from "./url-text.ts";
import { useWebhookColumns } from "./webhook-columns.tsx";
import { type WebhookDialog, WebhookDialogs } from "./webhook-dialogs.tsx";

const none: readonly Webhook[] = [];
const hrefOf = ({ id }: { id: string }) => `/webhooks/${id}`;

export function WebhooksPage() {
  const t = useTranslations("webhooks");
  const mayRead = useMay("webhooks_read");
  if (mayRead) return <Permitted />;
  return (
    <EmptyState
      icon={<Lock />}
      title={t("empty.forbidden")}
      description={t("empty.forbiddenHint")}
      className="my-auto"
    />
  );
}

function Permitted() {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const trpc = useTRPC();
  const mayWrite = useMay("webhooks_write");
  const mayCreate = !usePlanLacks("webhooks") && mayWrite;
  // Health changes with each attempt, and attempts have no events.
  const list = useQuery({ ...trpc.webhooks.list.queryOptions({ limit: 100 }), refetchInterval: 5000 });
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<Webhook>();
  const [chosen, setChosen] = useState<{ webhook: Webhook; dialog: WebhookDialog | undefined }>();
  const columns = useWebhookColumns((webhook, dialog) => setChosen({ webhook, dialog }));
  const rows = list.data?.data ?? none;
  // Until it is known, as where there are some: what stands in the head stays there.
  const offersHere = list.isPending || rows.length > 0;
  const create = () => setCreating(true);
  useShortcuts(t("title"), mayCreate ? [{ keys: "c", label: t("palette.add"), run: create }] : []);
  useCommands(
    mayCreate
      ? [
          {
            id: "webhooks add",
            group: t("palette.group"),
            label: t("palette.add"),
            icon: Plus,
            shortcut: "c",
            run: create,
          },
        ]
      : [],
  );
  const add = mayWrite ? (
    <PlanButton feature="webhooks" variant="primary" icon={<Plus aria-hidden />} onClick={create}>
      {t("add")}
    </PlanButton>
  ) : null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        className="pb-3"
        actions={
          <>
            <Button asChild className={offersHere ? "phone:hidden" : ""}>
              <a href="/docs" target="_blank" rel="noopener">
                <BookOpen aria-hidden />
                {t("reference")}
              </a>
            </Button>
            {offersHere ? add : null}
          </>
        }
      />
      <DataTable
        label={t("table")}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={({ url }) => shortUrl(url)}
        rowHref={hrefOf}
        onRowOpen={(row) => router.push(hrefOf(row))}
        status={list.isPending ? "loading" : list.isError && !list.data ? "error" : "ready"}
        errorText={list.error ? failureOf(list.error).message || undefined : undefined}
        onRetry={() => void list.refetch()}
        skeletonRows={4}
        empty={
          <EmptyState
            icon={<WebhookIcon />}
            title={t("empty.title")}
            description={t("empty.description")}
            actions={add}
          />
        }
        className="border-border border-t"
      />
      <WebhookSheet open={creating} onOpenChange={setCreating} onSecret={setCreated} />
      <SecretDialog
        fresh
        webhook={created}
        onClose={() => setCreated(undefined)}
        onOpenLog={() => created && router.push(hrefOf(created))}
      />
      {chosen ? (
        <WebhookDialogs
          key={chosen.webhook.id}
          webhook={chosen.webhook}
          shown={chosen.dialog}
          onShownChange={(dialog) => setChosen({ ...chosen, dialog })}
        />
      ) : null}
    </div>
  );
}
