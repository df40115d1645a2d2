"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { seenName } from "#components/names/showing.ts";
import type { AuditEntry } from "#server/audit/schema.ts";
import { useChangeWords } from "./change-words.ts";
import { changesIn, fieldWords, nounOf, toldByOperation, toldByType, untilOf, verbOf } from "./deeds.ts";
import { pageOf } from "./record-pages.ts";

const toldTypes: Readonly<Record<string, (typeof toldByType)[keyof typeof toldByType]>> = toldByType;

/** What was done, in one sentence whose subject is the person of the row; `linked` lets the record be opened. */
export function useDeedWords(): (entry: AuditEntry, linked: boolean) => ReactNode {
  const t = useTranslations("audit");
  const format = useFormatter();
  const fieldWord = (name: string) => {
    const known = fieldWords.find((one) => one === name);
    return known ? t(`fields.${known}`) : name;
  };
  const changeWords = useChangeWords(fieldWord);
  const unknown = (type: string) => (type.startsWith("session/") ? t("unknown") : "");
  return (entry, linked) => {
    const { subject, type, operation, to } = entry;
    const changes = changesIn(entry);
    const href = linked ? pageOf(subject) : undefined;
    const name = seenName(subject.name) || t("nameless");
    const record = () =>
      href ? (
        <Link
          href={href}
          prefetch={false}
          className="text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent"
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="font-medium">{name}</bdi>
      );
    const strong = (chunks: ReactNode) => <span className="font-medium">{chunks}</span>;
    const until = untilOf(entry.data);
    const values = {
      until: until ? format.dateTime(until, { dateStyle: "medium" }) : "",
      record,
      strong,
      to: changes ? changeWords(changes, entry.data.deleted === true) : to || unknown(type),
      fields: to.split(", ").map(fieldWord).join(", "),
    };
    if (type.endsWith("/operator_assigned")) {
      const about = type.startsWith("contact/") ? "contact" : "conversation";
      return t.rich(`events.${about}${to === "" ? "Unassigned" : "Assigned"}`, values);
    }
    const told = toldByOperation(entry) ?? toldTypes[type];
    if (told) return t.rich(`events.${told}`, values);
    if (operation === "users.updateProfile" || operation === "users.changePassword")
      return t(operation === "users.changePassword" ? "events.ownPassword" : "events.ownProfile");
    const noun = nounOf(entry);
    if (!noun) return t("events.other", { operation: operation || type });
    // "Changed the company" needs no name; other records without a name are described without one.
    if (noun === "company" || subject.name === "") return t(`bare.${verbOf(operation)}`, { noun: t(`nouns.${noun}`) });
    return t.rich(`deeds.${verbOf(operation)}`, { noun: t(`nouns.${noun}`), record });
  };
}

/** Who did it: a person, a person's token, the bot, the system, a visitor. */
export function useActorWords(): (actor: AuditEntry["actor"]) => string {
  const t = useTranslations("audit.actors");
  return ({ type, name, ownerName }) => {
    if (type === "system") return t("system");
    if (type === "token") return ownerName ? t("tokenOf", { name, owner: ownerName }) : t("token", { name });
    return name || t(type);
  };
}
