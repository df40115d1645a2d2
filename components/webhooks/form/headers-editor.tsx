"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Input } from "#components/forms/input.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { hiddenValue } from "#server/webhooks/choices.ts";
import { faultsOf, type HeaderRow, headerLimit } from "./header-rules.ts";

type HeadersEditorProps = {
  rows: readonly HeaderRow[];
  onRowsChange: (rows: HeaderRow[]) => void;
  /** The address changes, so stored values are not sent there. */
  moved: boolean;
};

/** Names and values sent along with every delivery; the rule a row breaks stands under it while typing. */
export function HeadersEditor({ rows, onRowsChange, moved }: HeadersEditorProps) {
  const t = useTranslations("webhooks.form.headers");
  const faults = faultsOf(rows, moved);
  const change = (id: number, part: Partial<HeaderRow>) =>
    onRowsChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () => onRowsChange([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: "", value: "" }]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">
        {t("title")}
        <span className="ml-1.5 font-normal text-text-faint text-xs">{t("optional")}</span>
      </legend>
      <p className="text-text-muted text-xs">{t("hint")}</p>
      {rows.map((row, index) => {
        const fault = faults.get(row.id);
        const hidden = row.value === hiddenValue;
        const ofValue = fault === "value" || fault === "long" || fault === "anew";
        const described = fault ? { "aria-describedby": `header-fault-${row.id}`, "aria-invalid": true } : {};
        return (
          <div key={row.id} className="grid gap-1">
            <div className="flex items-center gap-2">
              <Input
                aria-label={t("name", { number: index + 1 })}
                placeholder={t("namePlaceholder")}
                value={row.name}
                maxLength={256}
                autoComplete="off"
                spellCheck={false}
                {...(ofValue ? {} : described)}
                onChange={(event) => change(row.id, { name: event.target.value })}
                className="flex-2 font-mono text-xs"
              />
              <Input
                aria-label={t("value", { number: index + 1 })}
                placeholder={hidden ? t("keptPlaceholder") : t("valuePlaceholder")}
                value={hidden ? "" : row.value}
                maxLength={1024}
                autoComplete="off"
                spellCheck={false}
                {...(ofValue ? described : {})}
                onChange={(event) => change(row.id, { value: event.target.value })}
                className="flex-3 font-mono text-xs"
              />
              <IconButton
                label={t("remove", { name: row.name || String(index + 1) })}
                size="sm"
                onClick={() => onRowsChange(rows.filter(({ id }) => id !== row.id))}
              >
                <X aria-hidden />
              </IconButton>
            </div>
            {fault ? (
              <p id={`header-fault-${row.id}`} className="text-danger text-xs">
                {t(`faults.${fault}`)}
              </p>
            ) : null}
          </div>
        );
      })}
      {rows.length < headerLimit ? (
        <Button size="sm" variant="ghost" className="justify-self-start" icon={<Plus aria-hidden />} onClick={add}>
          {t("add")}
        </Button>
      ) : (
        <p className="text-text-muted text-xs">{t("full", { count: headerLimit })}</p>
      )}
    </fieldset>
  );
}
