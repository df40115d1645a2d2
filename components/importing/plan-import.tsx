"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChannelNames } from "#components/contacts/table/filter-options.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Select } from "#components/forms/select.tsx";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type ImportKey, importKeys } from "#server/imports/choices.ts";
import { ColumnMeanings, type Mapping } from "./column-meanings.tsx";
import { hiddenIn } from "./hidden-keys.ts";
import type { ChosenFile } from "./pick-file.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { tagsOf } from "./tag-list.ts";
import { UnreadFile } from "./unread-file.tsx";

type PlanImportProps = { file: ChosenFile; onOther: () => void; onBegun: (jobId: string) => void };
type Existing = "update" | "skip";

const noChannel = "none";

/** What each column means and what is done with whom; each change is tried at once, and nothing is written. */
export function PlanImport({ file, onOther, onBegun }: PlanImportProps) {
  const t = useTranslations("importing");
  const client = useTRPCClient().imports;
  const channels = useChannelNames();
  const [mapping, setMapping] = useState<Mapping>({});
  /** The column that lost its field to the one that was chosen last. */
  const [moved, setMoved] = useState<string>();
  const [existing, setExisting] = useState<Existing>("update");
  const [websiteId, setWebsiteId] = useState(noChannel);
  const [tags, setTags] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  // What the reader's role hides: people are not found by it, as the first refusal says.
  const [hidden, setHidden] = useState<readonly ImportKey[]>([]);
  const given = {
    ...{ uploadId: file.uploadId, fileName: file.name, mapping, existing },
    ...(websiteId === noChannel ? {} : { websiteId }),
  };
  const start = async (more: { dryRun?: true; tags?: string[] }) => {
    const send = (without: readonly ImportKey[]) =>
      client.start.mutate({ ...given, ...more, matchBy: importKeys.filter((key) => !without.includes(key)) });
    try {
      return await send(hidden);
    } catch (error) {
      const found = hiddenIn(error);
      if (found.length === 0) throw error;
      setHidden(found);
      return send(found);
    }
  };
  // Not one of the live queries: nothing but the plan itself makes it old.
  const rehearsal = useQuery({
    queryKey: ["rehearsal of an import", given],
    queryFn: () => start({ dryRun: true }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const report = rehearsal.data;
  const begin = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      const { jobId } = await start({ tags: tagsOf(tags) });
      if (jobId) onBegun(jobId);
    } catch (error) {
      setRefused(failureOf(error).message || t("notBegun"));
      setBusy(false);
    }
  };
  if (!report && rehearsal.isPending) return <Skeleton className="h-40" />;
  if (!report) {
    return (
      <div className="grid justify-items-center gap-2">
        <UnreadFile error={rehearsal.error} onRetry={() => void rehearsal.refetch()} />
        <Button onClick={onOther}>{t("other")}</Button>
      </div>
    );
  }
  const useful = (report.created ?? 0) + (report.updated ?? 0);
  const decided = Object.keys(mapping).length > 0 || tags !== "" || existing !== "update" || websiteId !== noChannel;
  return (
    <>
      <LeaveGuard active={decided && !busy} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <bdi className="font-medium">{file.name}</bdi>
        <span className="text-text-muted">
          {t("found", {
            rows: report.total,
            encoding: report.encoding.toUpperCase(),
            delimiter: report.delimiter === "\t" ? t("tab") : report.delimiter,
          })}
        </span>
        <Button size="sm" onClick={onOther} disabled={busy}>
          {t("other")}
        </Button>
      </div>
      {hidden.length > 0 ? (
        <p className="rounded-md bg-warning/10 px-3 py-2 text-sm">
          {t(`hidden.${hidden.length > 1 ? "both" : hidden.includes("email") ? "email" : "phone"}`)}
        </p>
      ) : null}
      <ColumnMeanings
        columns={report.columns}
        onChange={(name, field) => {
          // A field is one column's: where another has it, it moves, and the note below says so.
          const others = report.columns.filter((column) => field && column.name !== name && column.field === field);
          const freed = Object.fromEntries(others.map((column) => [column.name, ""]));
          setMapping((before) => ({ ...before, ...freed, [name]: field }));
          setMoved(others[0]?.name);
        }}
      />
      <p role="status" className="text-sm text-text-muted empty:hidden">
        {moved === undefined ? null : t("moved", { name: moved || t("nameless") })}
      </p>
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Field label={t("existing.label")}>
          <RadioGroup
            value={existing}
            onValueChange={setExisting}
            options={[
              {
                value: "update",
                label: t("existing.update"),
                hint: hidden.length > 0 ? undefined : t("existing.updateHint"),
              },
              { value: "skip", label: t("existing.skip") },
            ]}
          />
        </Field>
        <div className="grid content-start gap-4">
          <Field label={t("channel")} hint={t("channelHint")}>
            <Select
              value={websiteId}
              onValueChange={setWebsiteId}
              options={[
                { value: noChannel, label: t("noChannel") },
                ...channels.map(({ id, label }) => ({ value: id, label })),
              ]}
            />
          </Field>
          <Field label={t("tags")} hint={t("tagsHint")} optional>
            <Input value={tags} maxLength={500} autoComplete="off" onChange={(event) => setTags(event.target.value)} />
          </Field>
        </div>
      </div>
      <Rehearsal report={report} stale={rehearsal.isFetching} />
      {rehearsal.isError || refused ? (
        <p role="alert" className="text-danger text-sm">
          {refused ?? (failureOf(rehearsal.error).message || t("notTried"))}
        </p>
      ) : null}
      <div className="flex items-center gap-3">
        <Button
          variant="primary"
          onClick={() => void begin()}
          loading={busy}
          disabled={rehearsal.isFetching || rehearsal.isError || useful === 0}
        >
          {t("begin", { count: useful })}
        </Button>
        {useful === 0 && !rehearsal.isFetching ? <span className="text-sm text-text-muted">{t("nothing")}</span> : null}
      </div>
    </>
  );
}
