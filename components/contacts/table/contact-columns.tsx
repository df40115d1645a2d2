"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { useTRPC } from "#components/live/api.ts";
import type { Column } from "#components/tables/table-columns.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { customPrefix, type OrderField } from "#server/contacts/choices.ts";
import type { Contact } from "#server/contacts/schema.ts";
import type { CustomField } from "#server/fields/schema.ts";
import { useContactName } from "../contact-name.ts";
import { customText } from "../custom-values.ts";
import { Stars } from "../stars.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { channelLabel } from "./channel-label.ts";
import type { ContactOrder } from "./contact-address.ts";
import { type ChannelName, useEntryWords } from "./filter-options.tsx";

/** Columns whose heads sort, with the field they sort by. */
const sortOf: Readonly<Record<string, OrderField>> = {
  name: "name",
  email: "email",
  status: "status",
  rating: "rating",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
};

const fieldColumn = "field:";

/** How the column of this head is asked for; `_id` for one that does not sort. */
export function orderOf(column: string, fields: readonly CustomField[]): ContactOrder {
  const field = column.startsWith(fieldColumn) ? fields.find(({ id }) => fieldColumn + id === column) : undefined;
  return field ? `${customPrefix}${field.key}` : (sortOf[column] ?? "_id");
}

/** The column whose head shows this order. */
export function sortedColumn(orderBy: ContactOrder, fields: readonly CustomField[]): string | undefined {
  const field = fields.find(({ key }) => customPrefix + key === orderBy);
  return field ? fieldColumn + field.id : Object.keys(sortOf).find((column) => sortOf[column] === orderBy);
}

function FieldValue({ field, value }: { field: CustomField; value: unknown }) {
  const t = useTranslations("contacts.custom");
  const format = useFormatter();
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number" && field.type === "number")
    return <span className="tabular">{format.number(value)}</span>;
  return <span title={customText(value)}>{customText(value)}</span>;
}

/** One column for each field, which the reader may choose. */
function fieldColumns(fields: readonly CustomField[]): Column<Contact>[] {
  return fields.map((field) => ({
    ...{ id: fieldColumn + field.id, header: field.label, ...atFirstHidden },
    ...{ width: 132, sortable: true, from: "md" as const },
    cell: ({ customFields }: Contact) => <FieldValue field={field} value={customFields[field.key]} />,
  }));
}

const hideable = { hideable: true } as const;
const atFirstHidden = { hideable: true, hiddenAtFirst: true } as const;

function Person({ id, name }: { id: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Avatar id={id} name={name} size="sm" decorative />
      <span className="truncate">{name}</span>
    </span>
  );
}

function TagList({ tags }: { tags: readonly string[] }) {
  const shown = tags.slice(0, 2);
  return (
    <span className="inline-flex items-center gap-1 align-middle" title={tags.join(", ")}>
      {shown.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {tags.length > shown.length ? (
        <span className="text-text-faint text-xs">+{tags.length - shown.length}</span>
      ) : null}
    </span>
  );
}

const faint = (text: string) => <span className="text-text-faint">{text}</span>;

export function useContactColumns(directory: Directory): Column<Contact>[] {
  const t = useTranslations("contacts");
  const trpc = useTRPC();
  const nameOf = useContactName();
  const entry = useEntryWords();
  const fields = useFieldsOf("contact");
  const channels: readonly ChannelName[] | undefined = useQuery(trpc.channels.names.queryOptions({})).data;
  return useMemo(() => {
    const channelOf = (id: string) => channels?.find((channel) => channel.id === id);
    const holder = (id: string | null) =>
      id ? <Person id={id} name={directory.user(id) ?? t("formerColleague")} /> : faint(t("nobody"));
    const channelCell = (contact: Contact) => {
      const channel = channelOf(contact.channelId);
      return (
        <span className="inline-flex items-center gap-2 align-middle">
          <ChannelIcon channel={channel?.type ?? contact.entryMethod} decorative={channel !== undefined} />
          {channel ? <span className="truncate">{channel.label}</span> : faint(channelLabel(contact.channelId, [], t))}
        </span>
      );
    };
    const rating = (contact: Contact) =>
      contact.rating === 0 ? (
        faint(t("rating.none"))
      ) : (
        <>
          <Stars rating={contact.rating} />
          <span className="sr-only">{t("rating.value", { rating: contact.rating })}</span>
        </>
      );
    const head = (id: keyof typeof ids) => ({ id, header: t(`columns.${id}`) });
    return [
      { ...head("name"), sortable: true, cell: (contact) => <Person id={contact.id} name={nameOf(contact)} /> },
      {
        ...head("status"),
        ...hideable,
        width: 108,
        sortable: true,
        cell: ({ status }) => <StatusBadge status={status} />,
      },
      { ...head("subStatus"), ...atFirstHidden, width: 140, from: "md", cell: ({ subStatus }) => subStatus },
      {
        ...head("email"),
        ...hideable,
        sortable: true,
        from: "md",
        cell: ({ email }) => email,
        copy: ({ email }) => email,
      },
      { ...head("phone"), ...hideable, width: 168, from: "md", cell: phoneCell, copy: ({ phone }) => phone },
      { ...head("assignedTo"), ...hideable, width: 164, from: "lg", cell: ({ assignedTo }) => holder(assignedTo) },
      { ...head("tags"), ...hideable, width: 172, from: "xl", cell: ({ tags }) => <TagList tags={tags} /> },
      { ...head("rating"), ...hideable, width: 104, sortable: true, from: "xl", cell: rating },
      { ...head("channel"), ...atFirstHidden, width: 140, from: "xl", cell: channelCell },
      {
        ...head("entryMethod"),
        ...atFirstHidden,
        width: 130,
        from: "md",
        cell: (contact) => entry(contact.entryMethod),
      },
      { ...head("message"), ...atFirstHidden, from: "md", cell: ({ message }) => message },
      {
        ...head("createdAt"),
        ...hideable,
        width: 104,
        sortable: true,
        from: "md",
        cell: ({ createdAt }) => <RelativeTime value={createdAt} plain />,
      },
      {
        ...head("updatedAt"),
        ...atFirstHidden,
        width: 112,
        sortable: true,
        from: "md",
        cell: ({ updatedAt }) => <RelativeTime value={updatedAt} plain />,
      },
      ...fieldColumns(fields),
      {
        ...head("id"),
        ...atFirstHidden,
        width: 160,
        from: "md",
        cell: ({ id }) => <code className="font-mono text-xs">{id}</code>,
        copy: ({ id }) => id,
      },
    ];
  }, [t, directory, channels, nameOf, entry, fields]);
}

const phoneCell = ({ phone }: Contact) => <span className="tabular">{phone}</span>;

const ids = {
  name: 1,
  status: 1,
  subStatus: 1,
  email: 1,
  phone: 1,
  assignedTo: 1,
  tags: 1,
  rating: 1,
  channel: 1,
  entryMethod: 1,
  message: 1,
  createdAt: 1,
  updatedAt: 1,
  id: 1,
} as const;
