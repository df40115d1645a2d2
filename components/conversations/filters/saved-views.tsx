"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { SavedView } from "#server/views/schema.ts";

type SavedViewsProps = {
  page: SavedView["page"];
  /** The filters as they stand in the address now; empty when there is nothing to save. */
  query: string;
  onOpen: (query: string) => void;
};

/** Filter sets a person has kept, and a way to keep the present one. */
export function SavedViews({ page, query, onOpen }: SavedViewsProps) {
  const t = useTranslations("inbox.views");
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label={t("label")} size="sm">
          <Bookmark aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("label")} className="grid w-68 gap-1 p-1">
        <ViewList
          page={page}
          query={query}
          onOpen={(next) => {
            setOpen(false);
            onOpen(next);
          }}
        />
        {query ? <SaveForm page={page} query={query} /> : null}
      </PopoverContent>
    </Popover>
  );
}

function ViewList({ page, query, onOpen }: SavedViewsProps) {
  const t = useTranslations("inbox.views");
  const toast = useToast();
  const trpc = useTRPC();
  const client = useQueryClient();
  const views = useQuery(trpc.views.list.queryOptions({ page }));
  const remove = useMutation(
    trpc.views.delete.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: trpc.views.list.queryKey() }),
      onError: () => toast.error(t("failed")),
    }),
  );
  if (views.data?.length === 0) return <p className="px-2 py-3 text-sm text-text-muted">{t("none")}</p>;
  return (
    <ul className="grid max-h-72 overflow-y-auto">
      {views.data?.map((view) => (
        <li key={view.id} className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => onOpen(view.query)}
            aria-current={view.query === query ? "true" : undefined}
            className="min-h-7 min-w-0 flex-1 truncate rounded-md px-2 text-start text-sm hover:bg-text/6 aria-[current]:font-medium aria-[current]:text-accent touch:min-h-11"
          >
            {view.name}
          </button>
          <IconButton
            label={t("delete", { name: view.name })}
            size="xs"
            variant="danger"
            onClick={() => remove.mutate({ viewId: view.id })}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function SaveForm({ page, query }: Pick<SavedViewsProps, "page" | "query">) {
  const t = useTranslations("inbox.views");
  const toast = useToast();
  const trpc = useTRPC();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation(
    trpc.views.create.mutationOptions({
      onSuccess: async () => {
        setName("");
        toast.success(t("saved"));
        await client.invalidateQueries({ queryKey: trpc.views.list.queryKey() });
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) save.mutate({ page, name: name.trim(), query });
  };
  const error = save.error ? failureOf(save.error).message || t("failed") : undefined;
  return (
    <form onSubmit={submit} className="grid gap-2 border-border border-t px-2 pt-2 pb-1">
      <Field label={t("save")} error={error}>
        <span className="flex gap-2">
          <Input
            value={name}
            maxLength={100}
            placeholder={t("name")}
            aria-label={t("name")}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="primary" loading={save.isPending} disabled={!name.trim()}>
            {t("saveAction")}
          </Button>
        </span>
      </Field>
    </form>
  );
}
