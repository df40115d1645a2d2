"use client";

import { ListFilter } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { isNarrowed } from "#components/contacts/table/contact-address.ts";
import { FilterBar } from "#components/contacts/table/filter-bar.tsx";
import { FilterMenu } from "#components/contacts/table/filter-menu.tsx";
import { useFilterOptions } from "#components/contacts/table/filter-options.tsx";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { MultiCombobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { EditorSection } from "#components/templates/editor/editor-parts.tsx";
import { Button } from "#components/ui/button.tsx";
import { csvColumns, csvText } from "./campaign-draft.ts";
import type { CampaignPart } from "./campaign-form.tsx";

type AudienceProps = CampaignPart & { error: string | undefined };

export function AudienceFields({ draft, onChange, error }: AudienceProps) {
  const t = useTranslations("campaigns.audience");
  const kinds = (["filters", "tags", "csv", "contacts"] as const).filter(
    (kind) => kind !== "contacts" || draft.contactIds.length > 0,
  );
  return (
    <EditorSection title={t("title")} hint={t("hint")}>
      <RadioGroup
        cards
        aria-label={t("title")}
        value={draft.audience}
        onValueChange={(audience) => onChange({ audience })}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`), hint: t(`kindHints.${value}`) }))}
        className="grid-cols-3 max-md:grid-cols-1"
      />
      {draft.audience === "filters" ? <FilteredAudience draft={draft} onChange={onChange} /> : null}
      {draft.audience === "tags" ? <TaggedAudience draft={draft} onChange={onChange} error={error} /> : null}
      {draft.audience === "csv" ? <CsvAudience draft={draft} onChange={onChange} error={error} /> : null}
      {draft.audience === "contacts" ? (
        <p className="text-sm text-text-muted">{t("chosen", { count: draft.contactIds.length })}</p>
      ) : null}
    </EditorSection>
  );
}

function FilteredAudience({ draft, onChange }: CampaignPart) {
  const t = useTranslations("campaigns.audience");
  const options = useFilterOptions(useDirectory());
  const setFilter = (filter: CampaignPart["draft"]["filter"]) => onChange({ filter });
  return (
    <div className="grid gap-2">
      <div>
        <FilterMenu
          filter={draft.filter}
          onFilter={setFilter}
          options={options}
          trigger={<Button icon={<ListFilter aria-hidden />}>{t("addFilter")}</Button>}
        />
      </div>
      <div className="-mx-5 phone:-mx-4">
        <FilterBar filter={draft.filter} onFilter={setFilter} options={options} />
      </div>
      {isNarrowed(draft.filter) ? null : <p className="text-sm text-warning">{t("everybody")}</p>}
    </div>
  );
}

function TaggedAudience({ draft, onChange, error }: AudienceProps) {
  const t = useTranslations("campaigns.audience");
  const { tags } = useDirectory();
  const known = tags.map(({ name }) => name);
  const all = [...known, ...draft.tags.filter((tag) => !known.includes(tag))];
  return (
    <Field label={t("tags")} hint={t("tagsHint")} error={error}>
      <MultiCombobox
        label={t("tags")}
        values={draft.tags}
        onValuesChange={(next) => onChange({ tags: next })}
        options={all.map((value) => ({ value, label: value }))}
        onCreate={(tag) => onChange({ tags: [...draft.tags, tag] })}
      />
    </Field>
  );
}

const mostBytes = 1_000_000;

function CsvAudience({ draft, onChange, error }: AudienceProps) {
  const t = useTranslations("campaigns.audience");
  const format = useFormatter();
  const [tooLarge, setTooLarge] = useState(false);
  const { text } = draft.csv;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
  const read = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > mostBytes);
    if (file.size <= mostBytes) onChange({ csv: { name: file.name, text: await csvText(file) } });
  };
  return (
    <>
      <Field label={t("file")} hint={t("fileHint")} error={tooLarge ? t("tooLarge") : undefined}>
        <Input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="py-1 touch:py-2.5"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </Field>
      <Field label={t("paste")} hint={t("pasteHint")} error={error}>
        <Textarea
          rows={5}
          value={text}
          maxLength={mostBytes}
          spellCheck={false}
          placeholder={"phone,name,city\n+5491155551234,Ana,Rosario"}
          className="max-h-60 font-mono text-sm"
          onChange={(event) => onChange({ csv: { name: "", text: event.target.value } })}
        />
      </Field>
      {lines > 1 ? (
        <p className="text-sm text-text-muted">
          {t("rows", { count: lines - 1, columns: format.list(csvColumns(text)) })}
        </p>
      ) : null}
    </>
  );
}
