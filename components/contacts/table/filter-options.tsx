"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { ColorDot } from "#components/colors/color-dot.tsx";
import type { Directory } from "#components/conversations/data/directory.ts";
import { useConditionWords } from "#components/fields/condition-words.ts";
import type { Option } from "#components/forms/option-list.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { knownEntryMethods } from "#server/contacts/choices.ts";
import { contactStatuses } from "#server/core/words.ts";
import { Stars } from "../stars.tsx";
import type { ContactFilter } from "./contact-address.ts";
import { type ChoiceField, type FilterField, isRange, isTag, isText, rangeParts } from "./filter-fields.ts";

export type ChannelName = { id: string; label: string; type: string };

const none: readonly never[] = [];

/** The channels of the company by name, also for people who may not see how they are set up. */
export function useChannelNames(): readonly ChannelName[] {
  const trpc = useTRPC();
  return useQuery(trpc.channels.names.queryOptions({})).data ?? none;
}

/** How a contact came, in words where the service knows the way. */
export function useEntryWords(): (entryMethod: string) => string {
  const t = useTranslations("contacts.entryMethods");
  return (entryMethod) => {
    const known = knownEntryMethods.find((method) => method === entryMethod);
    return known ? t(known) : entryMethod;
  };
}

/** What a field can be narrowed to, in words. */
export function useFilterOptions(directory: Directory): (field: ChoiceField) => Option[] {
  const t = useTranslations("contacts");
  const entry = useEntryWords();
  const channels = useChannelNames();
  return (field) => {
    switch (field) {
      case "status":
        return contactStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }));
      case "assignedTo":
        return [
          { value: "UNASSIGNED", label: t("nobody") },
          ...directory.users.map(({ id, name }) => {
            return { value: id, label: name, icon: <Avatar id={id} name={name} size="sm" decorative /> };
          }),
        ];
      case "websiteId":
        return channels.map(({ id, label, type }) => {
          return { value: id, label, icon: <ChannelIcon channel={type} decorative /> };
        });
      case "entryMethod":
        return knownEntryMethods.map((method) => ({ value: method, label: entry(method) }));
      case "tags":
      case "conversationTags":
        return directory.tags.map(({ name, color }) => ({
          value: name,
          label: name,
          icon: <ColorDot color={color} />,
        }));
      case "rating":
        return ["5", "4", "3", "2", "1", "0"].map((rating) => {
          const label = t("rating.value", { rating: Number(rating) });
          return { value: rating, label, icon: <Stars rating={Number(rating)} /> };
        });
    }
  };
}

/** What a chip says of a field: "Client or 2 others". */
export function useFilterWords(
  options: (field: ChoiceField) => Option[],
): (filter: ContactFilter, field: FilterField) => string {
  const t = useTranslations("contacts.filters");
  const condition = useConditionWords("contact");
  const format = useFormatter();
  const date = (text: string) =>
    format.dateTime(new Date(`${text}T12:00:00Z`), {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "UTC",
    });
  return (filter, field) => {
    if (isText(field)) return filter[field];
    if (isRange(field)) {
      const [from, to] = rangeParts[field].map((part) => filter[part]);
      if (from && to) return t("range", { from: date(from), to: date(to) });
      return from ? t("since", { date: date(from) }) : t("until", { date: date(to ?? "") });
    }
    if (field === "customFields") return filter.customFields.map(condition).join(", ");
    const known = options(field);
    const free = isTag(field) || field === "entryMethod";
    const labels = filter[field].map(
      (value) => known.find((option) => option.value === value)?.label ?? (free ? value : t("unknown")),
    );
    const [first = "", ...others] = labels;
    return others.length > 0 ? t("anyOf", { first, count: others.length }) : first;
  };
}
