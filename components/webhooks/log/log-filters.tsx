"use client";

import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { SearchBox } from "#components/filters/search-box.tsx";
import { Select } from "#components/forms/select.tsx";
import { Button } from "#components/ui/button.tsx";
import type { PublicEventType } from "#server/core/events/public-types.ts";
import { statusClasses } from "#server/webhooks/choices.ts";
import { isNarrowed, type LogFilter, noFilter, outcomes, spans } from "./log-address.ts";
import { SpanFields } from "./span-fields.tsx";

type LogFiltersProps = {
  filter: LogFilter;
  onFilter: (part: Partial<LogFilter>) => void;
  eventTypes: readonly PublicEventType[];
  searchRef: Ref<HTMLInputElement>;
};

const selectStyles = "w-40 shrink-0 phone:w-full";

/** What the log is narrowed to; it follows each choice at once. */
export function LogFilters({ filter, onFilter, eventTypes, searchRef }: LogFiltersProps) {
  const t = useTranslations("webhooks.filters");
  const shownEvents = filter.event && !eventTypes.includes(filter.event) ? [...eventTypes, filter.event] : eventTypes;
  const all = <Value extends string>(label: string, options: readonly { value: Value; label: string }[]) => [
    { value: "all" as const, label },
    ...options,
  ];
  return (
    <search
      aria-label={t("label")}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 phone:flex-col phone:flex-nowrap phone:items-stretch"
    >
      <SearchBox
        label={t("search")}
        className="w-56 phone:w-full [&_input]:h-7"
        value={filter.search}
        onSearch={(search) => onFilter({ search })}
        ref={searchRef}
      />
      <div className="flex flex-wrap items-center gap-1.5 phone:grid phone:grid-cols-2">
        <Select
          size="sm"
          aria-label={t("outcome")}
          className={selectStyles}
          value={filter.outcome || "all"}
          onValueChange={(value) => onFilter({ outcome: value === "all" ? "" : value })}
          options={all(
            t("outcomes.all"),
            outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
          )}
        />
        <Select
          size="sm"
          aria-label={t("event")}
          className={selectStyles}
          value={filter.event || "all"}
          onValueChange={(value) => onFilter({ event: value === "all" ? "" : value })}
          options={all(
            t("allEvents"),
            shownEvents.map((value) => ({ value, label: value })),
          )}
        />
        <Select
          size="sm"
          aria-label={t("status")}
          className={selectStyles}
          value={filter.status || "all"}
          onValueChange={(value) => onFilter({ status: value === "all" ? "" : value })}
          options={all(
            t("statuses.all"),
            statusClasses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          )}
        />
        <Select
          size="sm"
          aria-label={t("span")}
          className={selectStyles}
          value={filter.span || "all"}
          onValueChange={(value) => onFilter({ span: value === "all" ? "" : value, from: "", to: "" })}
          options={all(
            t("spans.all"),
            spans.map((value) => ({ value, label: t(`spans.${value}`) })),
          )}
        />
        {filter.span === "custom" ? (
          <SpanFields
            from={filter.from}
            to={filter.to}
            onSpan={(span) => onFilter(span)}
            className="flex-row phone:col-span-2 phone:[&>*]:w-full"
            hideLabels
          />
        ) : null}
        {isNarrowed(filter) ? (
          <Button variant="link" size="sm" className="text-xs phone:col-span-2" onClick={() => onFilter(noFilter)}>
            {t("clear")}
          </Button>
        ) : null}
      </div>
    </search>
  );
}
