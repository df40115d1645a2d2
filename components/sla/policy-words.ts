import { useFormatter, useTranslations } from "next-intl";
import type { Directory } from "#components/conversations/data/directory.ts";
import { useFilterOptions } from "#components/conversations/filters/filter-options.tsx";
import { useConditionWords } from "#components/fields/condition-words.ts";
import type { SlaPolicyView } from "#server/sla/schema.ts";
import { conditionFields, targetNames } from "./policy-draft.ts";

/** "2 d 4 h", "1 h 30 min" or "45 min". */
export function useDurationWords(): (seconds: number) => string {
  const t = useTranslations("sla.duration");
  return (seconds) => {
    const minutes = Math.max(1, Math.round(seconds / 60));
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    if (hours >= 48 && rest === 0) return t("days", { days: Math.floor(hours / 24), hours: hours % 24 });
    if (hours === 0) return t("minutes", { minutes });
    return t("hours", { hours, minutes: rest });
  };
}

/** For which conversations a policy is, its tree apart, and what it promises. */
export function usePolicyWords(directory: Directory) {
  const t = useTranslations("sla");
  const tFilter = useTranslations("conversations.filters");
  const format = useFormatter();
  const options = useFilterOptions(directory);
  const custom = useConditionWords("conversation");
  const duration = useDurationWords();
  return ({ conditions, ...policy }: SlaPolicyView) => {
    const asked = conditionFields.flatMap((field) => {
      const values: readonly string[] = conditions[field] ?? [];
      if (values.length === 0) return [];
      const known = options(field);
      const labels = values.map((value) => known.find((one) => one.value === value)?.label ?? t("unknown"));
      return [`${tFilter(field)}: ${format.list(labels, { type: "disjunction" })}`];
    });
    const sources = [conditions.utmSource, conditions.utmMedium].filter((text) => text !== undefined);
    const all = [
      ...asked,
      ...(conditions.customFields ?? []).map(custom),
      ...(sources.length > 0 ? [`UTM: ${sources.join(", ")}`] : []),
    ];
    const promised = targetNames.flatMap((target) => {
      const seconds = policy[target];
      return seconds === null ? [] : [`${t(`targets.${target}`)}: ${duration(seconds)}`];
    });
    return {
      fits: all.length > 0 || conditions.tree?.length ? all.join(" · ") : t("every"),
      promises: promised.join(" · "),
    };
  };
}
