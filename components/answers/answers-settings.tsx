"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageSquareQuote, Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import "#components/answers/live.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ReadyAnswer } from "#server/answers/schema.ts";
import { AnswerForm, type EditedAnswer } from "./answer-form.tsx";

export function AnswersSettings() {
  const t = useTranslations("views.answers");
  const trpc = useTRPC();
  const answers = useQuery(trpc.answers.all.queryOptions({}, { enabled: useMay("chat_talk") }));
  const [edited, setEdited] = useState<EditedAnswer>();
  const [doomed, setDoomed] = useState<ReadyAnswer>();
  const list = answers.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["chat_talk", "clients_write"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {answers.isError ? <ErrorState onRetry={() => void answers.refetch()} retrying={answers.isFetching} /> : null}
        {answers.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {answers.data && list.length === 0 ? (
          <EmptyState
            icon={<MessageSquareQuote />}
            title={t("emptyTitle")}
            description={t("emptyHint")}
            actions={add}
          />
        ) : null}
        <ul aria-label={t("list")} className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
          {list.map((answer) => (
            <AnswerRow
              key={answer.id}
              answer={answer}
              onEdit={() => setEdited(answer)}
              onDelete={() => setDoomed(answer)}
            />
          ))}
        </ul>
      </div>
      <AnswerForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteAnswer answer={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type AnswerRowProps = { answer: ReadyAnswer; onEdit: () => void; onDelete: () => void };

function AnswerRow({ answer, onEdit, onDelete }: AnswerRowProps) {
  const t = useTranslations("views.answers");
  const { shortcut, title, category, text, scope, files, uses } = answer;
  const may = useMay("clients_write") || scope === "private";
  const facts = [
    category,
    scope === "private" ? t("private") : "",
    files.length > 0 ? t("fileCount", { count: files.length }) : "",
    t("uses", { count: uses }),
  ];
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-sm">
          <code className="font-medium font-mono text-xs">/{shortcut}</code> {title}
        </span>
        <span className="line-clamp-2 text-sm text-text-muted">{text}</span>
        <span className="truncate text-text-faint text-xs">{facts.filter(Boolean).join(" · ")}</span>
      </div>
      {may ? (
        <>
          <IconButton label={t("edit", { shortcut })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t("delete", { shortcut })} variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}

function DeleteAnswer({ answer, onClose }: { answer: ReadyAnswer | undefined; onClose: () => void }) {
  const t = useTranslations("views.answers.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.answers.delete.mutationOptions());
  const shortcut = answer?.shortcut ?? "";
  const confirm = async () => {
    if (!answer) return;
    await remove.mutateAsync({ answerId: answer.id });
    cache.refresh(cache.of("answers"));
    toast.success(t("done", { shortcut }));
  };
  return (
    <ConfirmDialog
      danger
      open={answer !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { shortcut })}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
