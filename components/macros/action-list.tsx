"use client";

import { CircleAlert, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { detailsOf } from "#components/companies/refusals.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { OrderedRow } from "#components/tables/ordered-row.tsx";
import { reordered } from "#components/tables/row-order.ts";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { type ActionName, actionNames } from "#server/actions/choices.ts";
import { ActionFields, startOf } from "./action-fields.tsx";
import type { MacroAction } from "./action-words.ts";
import type { Names } from "./use-names.ts";

export type DraftAction = MacroAction & { id: number };

/** As `maxActions` of the service, whose schemas are not for the browser. */
const most = 20;

/** Which action of the list a refusal speaks of: `actions.2.input.tag`. */
export function faultyActions(error: unknown): ReadonlySet<number> {
  const body: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "data") : undefined;
  const places = detailsOf(body).flatMap(({ field }) => /^actions\.(\d+)/.exec(field)?.[1] ?? []);
  return new Set(places.map(Number));
}

type ActionListProps = {
  actions: readonly DraftAction[];
  names: Names;
  asks?: boolean;
  /** Places of those that the service refused. */
  faulty: ReadonlySet<number>;
  error: string | undefined;
  onActions: (actions: readonly DraftAction[]) => void;
};

/** What is done, one after the other: added from the catalogue, moved by the handle or the arrow keys on it. */
export function ActionList({ actions, names, asks = true, faulty, error, onActions }: ActionListProps) {
  const t = useTranslations("macros.form");
  const words = useTranslations("actions");
  const allowed: Partial<Record<ActionName, boolean>> = {
    template: useMay("websites_read"),
    webhook_call: useMay("webhooks_write"),
  };
  const add = (name: ActionName) =>
    onActions([...actions, { id: Math.max(-1, ...actions.map(({ id }) => id)) + 1, name, input: startOf(name) }]);
  const offered = actionNames.filter((name) => allowed[name] !== false);
  return (
    <section aria-label={t("actions")} className="grid gap-2">
      <h3 className="font-medium text-sm">{t("actions")}</h3>
      <ol aria-label={t("actions")} className="grid rounded-lg border border-border empty:hidden">
        {actions.map((action, index) => (
          <OrderedRow
            key={action.id}
            index={index}
            count={actions.length}
            list="actions"
            onMove={(from, to) => onActions([...reordered(actions, from, to)])}
            handle={t("move", {
              name: words(`${action.name}.label`),
              position: index + 1,
              count: actions.length,
            })}
            className="items-start py-2.5"
          >
            <div className="grid min-w-0 flex-1 gap-2">
              <span className="flex min-h-7 items-center gap-1.5 font-medium text-sm">
                {index + 1}. {words(`${action.name}.label`)}
                {faulty.has(index) ? (
                  <span role="alert" tabIndex={-1} className="flex items-center gap-1 font-normal text-danger text-xs">
                    <CircleAlert aria-hidden className="size-3.5" />
                    {t("incomplete")}
                  </span>
                ) : null}
              </span>
              <ActionFields
                action={action}
                names={names}
                asks={asks}
                onInput={(input) => onActions(actions.map((one) => (one.id === action.id ? { ...one, input } : one)))}
              />
            </div>
            <IconButton
              size="sm"
              label={t("takeOut", { name: words(`${action.name}.label`), position: index + 1 })}
              onClick={() => onActions(actions.filter(({ id }) => id !== action.id))}
            >
              <X aria-hidden />
            </IconButton>
          </OrderedRow>
        ))}
      </ol>
      {error ? (
        <p role="alert" tabIndex={-1} className="text-danger text-xs">
          {error}
        </p>
      ) : null}
      <div className="flex items-center gap-3">
        <Combobox
          label={t("addAction")}
          options={offered.map((name) => ({ value: name, label: words(`${name}.label`) }))}
          value={undefined}
          onValueChange={(value) => {
            const name = offered.find((one) => one === value);
            if (name) add(name);
          }}
          disabled={actions.length >= most}
          trigger={
            <Button icon={<Plus aria-hidden />} disabled={actions.length >= most}>
              {t("addAction")}
            </Button>
          }
        />
        <span className="tabular text-text-muted text-xs">{t("count", { count: actions.length, most })}</span>
      </div>
    </section>
  );
}
