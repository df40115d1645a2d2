"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Tags, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { OperatorTag } from "#server/tags/schema.ts";
import { type EditedTag, TagForm } from "./tag-form.tsx";

export function TagsSettings() {
  const t = useTranslations("tags");
  const trpc = useTRPC();
  const tags = useQuery(trpc.tags.list.queryOptions({}));
  const [edited, setEdited] = useState<EditedTag>();
  const [doomed, setDoomed] = useState<OperatorTag>();
  const list = tags.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["clients_write"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {tags.isError ? <ErrorState onRetry={() => void tags.refetch()} retrying={tags.isFetching} /> : null}
        {tags.isPending ? <Skeleton className="h-40 rounded-lg" /> : null}
        {tags.data && list.length === 0 ? (
          <EmptyState icon={<Tags />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ul aria-label={t("list")} className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
          {list.map((tag) => (
            <li key={tag.id} className="flex min-h-11 items-center gap-2 py-1 pr-2 pl-3">
              <div className="flex min-w-0 flex-1">
                <Badge color={tag.color}>{tag.name}</Badge>
              </div>
              <IconButton label={t("edit", { name: tag.name })} onClick={() => setEdited(tag)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={t("delete", { name: tag.name })} variant="danger" onClick={() => setDoomed(tag)}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      </div>
      <TagForm edited={edited} count={list.length} onClose={() => setEdited(undefined)} />
      <DeleteTag tag={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

function DeleteTag({ tag, onClose }: { tag: OperatorTag | undefined; onClose: () => void }) {
  const t = useTranslations("tags.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.tags.delete.mutationOptions());
  const confirm = async () => {
    if (!tag) return;
    await remove.mutateAsync({ tagId: tag.id });
    cache.refresh(cache.of("tags"));
    toast.success(t("done", { name: tag.name }));
  };
  return (
    <ConfirmDialog
      danger
      open={tag !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: tag?.name ?? "" })}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
