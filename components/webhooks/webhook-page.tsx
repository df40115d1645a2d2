"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Pencil, Send, Webhook as WebhookIcon } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";
import { LogView } from "./log/log-view.tsx";
import { RedeliverFailed } from "./log/redeliver-failed.tsx";
import { useLogAddress } from "./log/use-log-address.ts";
import { shortUrl } from "./url-text.ts";
import { type WebhookDialog, WebhookDialogs } from "./webhook-dialogs.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";
import { WebhookNotice } from "./webhook-notice.tsx";
import { WebhookStatus } from "./webhook-status.tsx";
import { WebhookSummary } from "./webhook-summary.tsx";

export function WebhookPage({ webhookId }: { webhookId: string }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const mayRead = useMay("webhooks_read");
  // Health changes with each attempt, and attempts have no events.
  const webhook = useQuery({
    ...trpc.webhooks.get.queryOptions({ webhookId }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data ? 5000 : false),
  });
  if (!mayRead) {
    return (
      <EmptyState
        icon={<Lock />}
        title={t("empty.forbidden")}
        description={t("empty.forbiddenHint")}
        className="my-auto"
      />
    );
  }
  const gone = webhook.error && failureOf(webhook.error).code === "not_found";
  if (gone) {
    const back = (
      <Button asChild>
        <Link href="/webhooks">{t("back")}</Link>
      </Button>
    );
    return (
      <EmptyState
        icon={<WebhookIcon />}
        title={t("gone.title")}
        description={t("gone.description")}
        actions={back}
        className="my-auto"
      />
    );
  }
  if (webhook.data) return <Loaded webhook={webhook.data} />;
  if (webhook.isPending) return <PageSkeleton />;
  return (
    <ErrorState
      description={failureOf(webhook.error).message || undefined}
      onRetry={() => void webhook.refetch()}
      className="my-auto"
    />
  );
}

function Loaded({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const mayWrite = useMay("webhooks_write");
  const [shown, setShown] = useState<WebhookDialog>();
  const [redelivering, setRedelivering] = useState(false);
  const { logId } = useLogAddress();
  useWriterKeys(mayWrite, setShown);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={shortUrl(webhook.url)}
        slimActions
        back={{ href: "/webhooks", label: t("back") }}
        meta={<WebhookStatus webhook={webhook} />}
        actions={
          <>
            {mayWrite ? (
              <>
                <Button icon={<Pencil aria-hidden />} className="phone:hidden" onClick={() => setShown("edit")}>
                  {t("actions.edit")}
                </Button>
                <Button icon={<Send aria-hidden />} className="phone:hidden" onClick={() => setShown("test")}>
                  {t("actions.test")}
                </Button>
              </>
            ) : null}
            <WebhookMenu webhook={webhook} onChoose={setShown} />
          </>
        }
      />
      <div className={cn(logId !== "" && "phone:hidden")}>
        <WebhookSummary webhook={webhook} />
        <WebhookNotice webhook={webhook} onRecover={() => setShown("recover")} />
      </div>
      <LogView webhook={webhook} onTest={() => setShown("test")} onRedeliverFailed={() => setRedelivering(true)} />
      <WebhookDialogs
        webhook={webhook}
        shown={shown}
        onShownChange={setShown}
        onDeleted={() => router.push("/webhooks")}
      />
      <RedeliverFailed webhook={webhook} open={redelivering} onOpenChange={setRedelivering} />
    </div>
  );
}

function useWriterKeys(mayWrite: boolean, show: (dialog: WebhookDialog) => void): void {
  const t = useTranslations("webhooks");
  const group = t("palette.group");
  const test = () => show("test");
  const edit = () => show("edit");
  useShortcuts(
    t("one"),
    mayWrite
      ? [
          { keys: "t", label: t("palette.test"), run: test },
          { keys: "e", label: t("palette.edit"), run: edit },
        ]
      : [],
  );
  useCommands(
    mayWrite
      ? [
          { id: "webhook test", group, label: t("palette.test"), icon: Send, shortcut: "t", run: test },
          { id: "webhook edit", group, label: t("palette.edit"), icon: Pencil, shortcut: "e", run: edit },
        ]
      : [],
  );
}

function PageSkeleton() {
  return (
    <div aria-busy className="grid gap-3 p-5">
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="h-4 w-full max-w-140" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
