"use client";

import { Bot } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { useConditionWords } from "#components/fields/condition-words.ts";
import type { Option } from "#components/forms/option-list.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { channelNames, priorities } from "#server/conversations/choices.ts";
import { conversationStatuses } from "#server/core/words.ts";
import type { Directory } from "../data/directory.ts";
import { clockStates, conditions, type ListFilter, nextSteps } from "../inbox/inbox-address.ts";
import type { FilterField } from "./filter-fields.ts";

const written = ["date", "utmSource", "utmMedium", "customFields"] as const;
export type ChoiceField = Exclude<FilterField, (typeof written)[number]>;

export function isChoice(field: FilterField): field is ChoiceField {
  return !written.some((one) => one === field);
}

export function teamOptions({ teams }: Directory): Option[] {
  return teams.map(({ id, name, color }) => ({ value: id, label: name, icon: <ColorDot color={color} /> }));
}

/** What a field can be narrowed to, in words. */
export function useFilterOptions(directory: Directory): (field: ChoiceField) => Option[] {
  const t = useTranslations("conversations.filters");
  const tChannel = useTranslations("ui.channel");
  const tTriage = useTranslations("conversations.triage");
  const people = (): Option[] =>
    directory.users.map((user) => ({
      value: user.id,
      label: user.name,
      icon: <Avatar id={user.id} name={user.name} size="sm" decorative />,
    }));
  return (field) => {
    switch (field) {
      case "status":
        return conversationStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }));
      case "channel":
        return channelNames.map((channel) => ({
          value: channel,
          label: tChannel(channel),
          icon: <ChannelIcon channel={channel} decorative />,
        }));
      case "phase":
        return directory.phases.map((phase) => ({ value: phase.id, label: phase.name }));
      case "tags":
        return directory.tags.map((tag) => ({
          value: tag.name,
          label: tag.name,
          icon: <ColorDot color={tag.color} />,
        }));
      case "assignedTo":
        return [{ value: "UNASSIGNED", label: t("unassigned") }, ...people()];
      case "teamId":
        return [{ value: "UNASSIGNED", label: t("noTeam") }, ...teamOptions(directory)];
      case "agent":
        return [{ value: "robot", label: t("robot"), icon: <Bot aria-hidden /> }, ...people()];
      case "condition":
        return conditions.map((condition) => ({ value: condition, label: t(`conditions.${condition}`) }));
      case "nextStep":
        return nextSteps.map((step) => ({ value: step, label: t(`nextSteps.${step}`) }));
      case "priority":
        return priorities.map((priority) => ({ value: priority, label: tTriage(`priorities.${priority}`) }));
      case "sla":
        return clockStates.map((value) => ({ value, label: t(`clocks.${value}`) }));
      case "waiting":
        return (["true", "false"] as const).map((value) => ({ value, label: t(`waitings.${value}`) }));
    }
  };
}

export function chosenOf(filter: ListFilter, field: ChoiceField): readonly string[] {
  if (field === "status") return filter.status ? [filter.status] : [];
  if (field === "nextStep") return filter.nextStep ? [filter.nextStep] : [];
  if (field === "agent" || field === "waiting" || field === "sla") return filter[field] ? [filter[field]] : [];
  return filter[field];
}

/** Chooses a value, or lets it go when it is chosen already. */
export function toggled(filter: ListFilter, field: ChoiceField, value: string): ListFilter {
  const chosen = chosenOf(filter, field);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  switch (field) {
    case "status":
      return { ...filter, status: conversationStatuses.find((status) => status === value && next.includes(value)) };
    case "nextStep":
      return { ...filter, nextStep: nextSteps.find((step) => step === value && next.includes(value)) };
    case "agent":
      return { ...filter, agent: next.includes(value) ? value : "" };
    case "channel":
      return { ...filter, channel: channelNames.filter((channel) => next.includes(channel)) };
    case "condition":
      return { ...filter, condition: conditions.filter((condition) => next.includes(condition)) };
    case "priority":
      return { ...filter, priority: priorities.filter((priority) => next.includes(priority)) };
    case "sla":
      return { ...filter, sla: clockStates.find((state) => state === value && next.includes(value)) ?? "" };
    case "waiting":
      return { ...filter, waiting: value === filter.waiting ? "" : value === "true" ? "true" : "false" };
    default:
      return { ...filter, [field]: next };
  }
}

/** What a chip says of a field: "WhatsApp or 2 others". */
export function useFilterWords(
  options: (field: ChoiceField) => Option[],
  filter: ListFilter,
): (field: FilterField) => string {
  const t = useTranslations("conversations.filters");
  const condition = useConditionWords("conversation", filter.customFields.length > 0);
  const format = useFormatter();
  const date = (day: string) =>
    format.dateTime(new Date(`${day}T12:00:00Z`), { day: "numeric", month: "short", timeZone: "UTC" });
  return (field) => {
    if (field === "utmSource" || field === "utmMedium") return filter[field];
    if (field === "customFields") return filter.customFields.map(condition).join(", ");
    if (!isChoice(field)) {
      const { from, to } = filter;
      if (from && to) return t("range", { from: date(from), to: date(to) });
      return from ? t("since", { date: date(from) }) : t("until", { date: date(to) });
    }
    const known = options(field);
    const labels = chosenOf(filter, field).map(
      (value) => known.find((option) => option.value === value)?.label ?? (field === "tags" ? value : t("unknown")),
    );
    const [first = ""] = labels;
    return labels.length > 1 ? t("anyOf", { first, count: labels.length - 1 }) : first;
  };
}
