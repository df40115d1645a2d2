"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/json/code-block.tsx";
import { exactMoment } from "#components/time/moments.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import type { AuditEntry } from "#server/audit/schema.ts";
import { useActorWords, useDeedWords } from "./deed-words.tsx";

/** One entry of the log with everything that is known of it. */
export function DeedSheet({ edited, onClose }: { edited: AuditEntry | undefined; onClose: () => void }) {
  const t = useTranslations("audit.details");
  return (
    <Sheet open={edited !== undefined} onOpenChange={(open) => !open && onClose()} title={t("title")}>
      {edited ? <Details entry={edited} /> : null}
    </Sheet>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("audit.details");
  const format = useFormatter();
  const words = useDeedWords();
  const actor = useActorWords();
  const { subject } = entry;
  const id = subject.id || entry.id;
  return (
    <div className="grid gap-5 p-4">
      <p className="text-base">{words(entry, true)}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <Fact name={t("when")}>{format.dateTime(new Date(entry.at), exactMoment)}</Fact>
        <Fact name={t("who")}>{actor(entry.actor)}</Fact>
        {entry.via.way ? <Fact name={t("way")}>{t(`ways.${entry.via.way}`)}</Fact> : null}
        {entry.operation ? (
          <Fact name={t("operation")}>
            <code className="font-mono text-xs">{entry.operation}</code>
          </Fact>
        ) : null}
        <Fact name={t("event")}>
          <code className="font-mono text-xs">{entry.type}</code>
        </Fact>
        <Fact name={t(subject.id ? "record" : "eventId")}>
          <code className="break-all font-mono text-xs">{id}</code>
          {/* With its words beside it: a tooltip would open with the sheet and take the first Escape. */}
          <CopyButton labelled text={id} />
        </Fact>
        {subject.exists ? null : <Fact name={t("state")}>{t("gone")}</Fact>}
      </dl>
      <CodeBlock wrap label={t("data")} code={JSON.stringify(entry.data, null, 2)} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-1">{children}</dd>
    </>
  );
}
