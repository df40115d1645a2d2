"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { OperatorTag } from "#server/tags/schema.ts";
import type { EditedTag } from "./tag-form.tsx";

const TagForm = laterForm(
  () => import("./tag-form.tsx"),
  (module) => module.TagForm,
);

export function TagsSettings() {
  const t = useTranslations("tags");
  const trpc = useTRPC();
  const tags = useQuery(trpc.tags.list.queryOptions({}));
  const [edited, setEdited] = useState<EditedTag>();
  const [doomed, setDoomed] = useState<OperatorTag>();
  const list = tags.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<Tags />}
      permissions={["clients_write"]}
      asked={tags}
      onAdd={() => setEdited("new")}
      dialogs={
        <>
          <TagForm edited={edited} count={list.length} onClose={() => setEdited(undefined)} />
          <DeleteTag tag={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("list")}>
        {list.map((tag) => (
          <SettingsRow
            key={tag.id}
            tools={{ edit: t("edit", { name: tag.name }), remove: t("delete", { name: tag.name }) }}
            onEdit={() => setEdited(tag)}
            onDelete={() => setDoomed(tag)}
          >
            <div className="flex min-w-0 flex-1">
              <Badge color={tag.color} className="min-w-0 shrink">
                {tag.name}
              </Badge>
            </div>
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

function DeleteTag({ tag, onClose }: { tag: OperatorTag | undefined; onClose: () => void }) {
  const t = useTranslations("tags.remove");
  const remove = useMutation(useTRPC().tags.delete.mutationOptions());
  const name = tag?.name ?? "";
  return (
    <Deletion
      open={tag !== undefined}
      words={{
        title: t("title", { name }),
        description: t("description"),
        confirm: t("confirm"),
        done: t("done", { name }),
      }}
      run={() => remove.mutateAsync({ tagId: tag?.id ?? "" })}
      lists="tags"
      onClose={onClose}
    />
  );
}
