"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { giveFocusBack, placesFrom } from "#components/ui/late/focus-return.ts";
import type { DuplicateReason } from "#server/contacts/choices.ts";
import type { Contact } from "#server/contacts/schema.ts";

export type Pair = { first: Contact; second: Contact };

type DuplicateCardProps = {
  pair: Pair;
  reasons: readonly DuplicateReason[];
  onMerge: (() => void) | undefined;
  onDifferent: (() => Promise<void>) | undefined;
};

/** Two contacts, what speaks for their being one, and what to do. */
export function DuplicateCard({ pair, reasons, onMerge, onDifferent }: DuplicateCardProps) {
  const t = useTranslations("merging.duplicates");
  const nameOf = useContactName();
  const [busy, setBusy] = useState(false);
  const names = { first: nameOf(pair.first), second: nameOf(pair.second) };
  const different = async (button: HTMLElement) => {
    const places = placesFrom(button);
    setBusy(true);
    await onDifferent?.();
    setBusy(false);
    // Once the button is free again, where it stays: the card may leave the list.
    setTimeout(() => giveFocusBack(places));
  };
  return (
    <li aria-label={t("pair", names)} className="grid gap-3 rounded-lg border border-border bg-surface p-3">
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {[pair.first, pair.second].map((contact) => (
          <Person key={contact.id} contact={contact} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex min-w-0 flex-1 flex-wrap gap-1 phone:basis-full">
          {reasons.map((reason) => (
            <Badge key={reason}>{t(`reasons.${reason}`)}</Badge>
          ))}
        </span>
        {onDifferent ? (
          <Button loading={busy} onClick={(event) => void different(event.currentTarget)}>
            {t("different")}
          </Button>
        ) : null}
        {onMerge ? (
          <Button variant="primary" disabled={busy} onClick={onMerge}>
            {t("merge")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Person({ contact }: { contact: Contact }) {
  const t = useTranslations("merging.duplicates");
  const format = useFormatter();
  const name = useContactName()(contact);
  const known = [contact.email, contact.phone].filter((text) => text !== "" && text !== name);
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <Avatar id={contact.id} name={name} size="md" decorative />
      <div className="grid min-w-0">
        <Link
          href={`/contacts/${contact.id}`}
          prefetch={false}
          className="truncate font-medium underline-offset-3 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {known.map((text) => (
          <bdi key={text} className="truncate text-sm text-text-muted">
            {text}
          </bdi>
        ))}
        <span className="text-text-muted text-xs">
          {t("created", { date: format.dateTime(new Date(contact.createdAt), { dateStyle: "medium" }) })}
        </span>
      </div>
    </div>
  );
}
