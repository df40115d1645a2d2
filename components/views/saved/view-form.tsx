"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import type { SavedView } from "#server/views/schema.ts";
import { IconChoice } from "./view-icon.tsx";

type Words = Pick<SavedView, "name" | "icon" | "scope" | "teamId">;

const ofTeam = "team:";

type ViewFormProps = {
  label: string;
  start?: Words;
  /** Whether to ask who sees it. */
  shareable: boolean;
  onSave: (words: Words) => Promise<void>;
};

function scopeOf(seenBy: string): Pick<Words, "scope" | "teamId"> {
  if (seenBy.startsWith(ofTeam)) return { scope: "team", teamId: seenBy.slice(ofTeam.length) };
  return { scope: seenBy === "company" ? "company" : "private", teamId: null };
}

/** Name, icon and who sees it. */
export function ViewForm({ label, start, shareable, onSave }: ViewFormProps) {
  const t = useTranslations("inbox.views");
  const [name, setName] = useState(start?.name ?? "");
  const [icon, setIcon] = useState(start?.icon ?? "bookmark");
  const [seenBy, setSeenBy] = useState(start?.teamId ? `${ofTeam}${start.teamId}` : (start?.scope ?? "private"));
  // Of a new one its name alone: what else was chosen stays for the next.
  useUnsaved(start ? [name, icon, seenBy] : name);
  const teams = useQuery(useTRPC().teams.names.queryOptions({}, { enabled: shareable })).data ?? [];
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim() || saving) return;
    setSaving(true);
    try {
      await onSave({ name: name.trim(), icon, ...scopeOf(seenBy) });
      if (!start) setName("");
      setError(undefined);
    } catch (cause) {
      setError(failureOf(cause).message || t("failed"));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form aria-label={label} onSubmit={submit} className="grid gap-2 px-2 pt-2 pb-1">
      <Field label={label} error={error}>
        <Input
          value={name}
          maxLength={100}
          placeholder={t("name")}
          aria-label={t("name")}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t("icon")}>
        <IconChoice icon={icon} onIcon={setIcon} />
      </Field>
      <div className="flex items-center justify-between gap-2">
        {shareable ? (
          <Select
            aria-label={t("seenBy")}
            value={seenBy}
            onValueChange={setSeenBy}
            options={[
              { value: "private", label: t("onlyMe") },
              { value: "company", label: t("everyone") },
              ...teams.map((team) => ({ value: `${ofTeam}${team.id}`, label: team.name, group: t("teams") })),
            ]}
            className="min-w-0 flex-1"
          />
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary" loading={saving} disabled={!name.trim()}>
          {t("saveAction")}
        </Button>
      </div>
    </form>
  );
}
