"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageSquareQuote } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import "#components/answers/live.ts";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { ReadyAnswer } from "#server/answers/schema.ts";
import type { EditedAnswer } from "./answer-form.tsx";

const AnswerForm = laterForm(
  () => import("./answer-form.tsx"),
  (module) => module.AnswerForm,
);

export function AnswersSettings() {
  const t = useTranslations("views.answers");
  const trpc = useTRPC();
  const answers = useQuery(trpc.answers.all.queryOptions({}, { enabled: useMay("chat_talk") }));
  const [edited, setEdited] = useState<EditedAnswer>();
  const [doomed, setDoomed] = useState<ReadyAnswer>();
  const list = answers.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<MessageSquareQuote />}
      permissions={["chat_talk", "clients_write"]}
      asked={answers}
      onAdd={() => setEdited("new")}
      dialogs={
        <>
          <AnswerForm edited={edited} onClose={() => setEdited(undefined)} />
          <DeleteAnswer answer={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("list")}>
        {list.map((answer) => (
          <AnswerRow
            key={answer.id}
            answer={answer}
            onEdit={() => setEdited(answer)}
            onDelete={() => setDoomed(answer)}
          />
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

type AnswerRowProps = { answer: ReadyAnswer; onEdit: () => void; onDelete: () => void };

function AnswerRow({ answer, onEdit, onDelete }: AnswerRowProps) {
  const t = useTranslations("views.answers");
  const { shortcut, title, category, text, scope, files, uses } = answer;
  const may = useMay("clients_write") || scope === "private";
  const tools = may ? { edit: t("edit", { shortcut }), remove: t("delete", { shortcut }) } : undefined;
  const facts = [
    category,
    scope === "private" ? t("private") : "",
    files.length > 0 ? t("fileCount", { count: files.length }) : "",
    t("uses", { count: uses }),
  ];
  return (
    <SettingsRow tools={tools} onEdit={onEdit} onDelete={onDelete}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-sm">
          <code className="font-medium font-mono text-xs">/{shortcut}</code> {title}
        </span>
        <span className="line-clamp-2 text-sm text-text-muted">{text}</span>
        <span className="truncate text-text-faint text-xs">{facts.filter(Boolean).join(" · ")}</span>
      </div>
    </SettingsRow>
  );
}

function DeleteAnswer({ answer, onClose }: { answer: ReadyAnswer | undefined; onClose: () => void }) {
  const t = useTranslations("views.answers.remove");
  const remove = useMutation(useTRPC().answers.delete.mutationOptions());
  const shortcut = answer?.shortcut ?? "";
  return (
    <Deletion
      open={answer !== undefined}
      words={{
        title: t("title", { shortcut }),
        description: t("description"),
        confirm: t("confirm"),
        done: t("done", { shortcut }),
      }}
      run={() => remove.mutateAsync({ answerId: answer?.id ?? "" })}
      lists="answers"
      onClose={onClose}
    />
  );
}
