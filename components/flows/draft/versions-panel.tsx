"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { useEditing } from "../editor-context.tsx";
import { FlowChanges } from "./flow-changes.tsx";
import { diffOf } from "./flow-diff.ts";
import type { Published } from "./use-flow-draft.ts";

type VersionsPanelProps = { published: Published; dirty: boolean; onRestored: (published: Published) => void };

/** Earlier versions: what differs from the flow in the editor, and the way back. */
export function VersionsPanel({ published, dirty, onRestored }: VersionsPanelProps) {
  const t = useTranslations("flows.versions");
  const trpc = useTRPC();
  const { chatbotId } = useEditing();
  const versions = useQuery(trpc.chatbots.versions.queryOptions({ chatbotId }));
  const [shown, setShown] = useState<number>();
  if (versions.isError && !versions.data) {
    return <ErrorState onRetry={() => void versions.refetch()} retrying={versions.isFetching} />;
  }
  if (versions.isPending) return <Skeleton className="m-4 h-24" />;
  return (
    <div className="grid gap-1 px-2 py-3">
      <p className="px-2 pb-1 text-sm text-text-muted">{t("live", { version: published.version })}</p>
      {versions.data.length === 0 ? (
        <EmptyState icon={<History />} title={t("none")} description={t("noneHint")} />
      ) : null}
      <ul className="grid gap-1">
        {versions.data.map(({ version, createdAt, author, nodeCount }) => (
          <li key={version} className="rounded-md border border-transparent has-aria-expanded:border-border">
            <button
              type="button"
              aria-expanded={shown === version}
              onClick={() => setShown(shown === version ? undefined : version)}
              className="flex w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-start text-sm hover:bg-text/5 touch:min-h-11"
            >
              <span className="font-medium">{t("version", { version })}</span>
              <span className="min-w-0 flex-1 truncate text-text-muted">{author}</span>
              <span className="text-text-muted text-xs">{t("steps", { count: nodeCount })}</span>
              <RelativeTime plain value={createdAt} className="text-text-muted text-xs" />
            </button>
            {shown === version ? (
              <OneVersion version={version} over={published.version} dirty={dirty} onRestored={onRestored} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OneVersionProps = { version: number; over: number; dirty: boolean; onRestored: (published: Published) => void };

function OneVersion({ version, over, dirty, onRestored }: OneVersionProps) {
  const t = useTranslations("flows.versions");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const { chatbotId, nodes, readOnly } = useEditing();
  const [asking, setAsking] = useState(false);
  const found = useQuery(trpc.chatbots.version.queryOptions({ chatbotId, version }));
  const restore = useMutation(trpc.chatbots.restoreVersion.mutationOptions());
  const changes = useMemo(() => (found.data ? diffOf(nodes, found.data.nodes) : []), [nodes, found.data]);
  if (found.isError && !found.data)
    return <ErrorState onRetry={() => void found.refetch()} retrying={found.isFetching} />;
  if (found.isPending) return <Skeleton className="m-2 h-16" />;
  const confirm = async () => {
    const restored = await restore.mutateAsync({ chatbotId, version, ifMatch: String(over) });
    cache.refresh(cache.of("chatbots"));
    onRestored(restored);
    toast.success(t("restored", { version, now: restored.version }));
  };
  return (
    <div className="grid gap-3 px-2 pt-1 pb-3">
      <p className="text-text-muted text-xs">{t("differs")}</p>
      <FlowChanges changes={changes} />
      {readOnly ? null : (
        <Button className="justify-self-start" onClick={() => setAsking(true)}>
          {t("restore", { version })}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("confirmTitle", { version })}
        description={t(dirty ? "confirmDraft" : "confirmText")}
        confirmLabel={t("confirm")}
        onConfirm={confirm}
        errorText={refusals.sentence}
      />
    </div>
  );
}
