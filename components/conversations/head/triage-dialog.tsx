"use client";

import { useFormatter, useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { localText, momentOf } from "#components/time/local-moment.ts";
import { nearMoment } from "#components/time/moments.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { priorities } from "#server/conversations/choices.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import type { ConversationActions } from "./conversation-actions.ts";
import { snoozeChoices } from "./snooze-times.ts";

export type Triage = "priority" | "snooze";

type TriageDialogProps = { asks: Triage; row: InboxRow; actions: ConversationActions; onClose: () => void };

/** How pressing a conversation is, or until when it is put off: by keys alone, and with a time of one's own. */
export function TriageDialog({ asks, row, actions, onClose }: TriageDialogProps) {
  const t = useTranslations("conversations.triage");
  const Part = asks === "snooze" ? Snooze : Priority;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t(asks)} size="sm">
      <Part row={row} actions={actions} onClose={onClose} />
    </Dialog>
  );
}

type PartProps = Omit<TriageDialogProps, "asks">;

function Priority({ row, actions, onClose }: PartProps) {
  const t = useTranslations("conversations.triage");
  return (
    <DialogBody>
      <ul aria-label={t("priority")} className="grid gap-1">
        {priorities.map((priority) => (
          <li key={priority}>
            <Choice
              current={row.priority === priority}
              onChoose={() => {
                actions.setPriority(priority);
                onClose();
              }}
            >
              {t(`priorities.${priority}`)}
            </Choice>
          </li>
        ))}
      </ul>
    </DialogBody>
  );
}

function Snooze({ row, actions, onClose }: PartProps) {
  const t = useTranslations("conversations.triage");
  const format = useFormatter();
  const zone = useTimeZone() ?? "UTC";
  const [choices] = useState(() => snoozeChoices(new Date(serverNow())));
  const [at, setAt] = useState(() => localText(row.snoozedUntil ?? choices.at(-1)?.until.toISOString() ?? ""));
  const [fault, setFault] = useState(false);
  const snooze = (until: Date) => {
    actions.snooze(until);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(momentOf(at));
    // Nothing is a time that has passed, too.
    if (until.getTime() > serverNow()) snooze(until);
    else setFault(true);
  };
  return (
    <form className="contents" noValidate onSubmit={submit}>
      <DialogBody>
        <ul aria-label={t("snooze")} className="grid gap-1">
          {choices.map(({ name, until }) => (
            <li key={name}>
              <Choice onChoose={() => snooze(until)}>
                {t(name)}
                <span className="ml-auto pl-4 text-text-muted text-xs">{format.dateTime(until, nearMoment)}</span>
              </Choice>
            </li>
          ))}
        </ul>
        <Field
          label={t("at")}
          required
          hint={t("zone", { zone: zone.replaceAll("_", " ") })}
          error={fault ? t("past") : undefined}
        >
          <Input
            type="datetime-local"
            value={at}
            min={localText(new Date(serverNow()).toISOString())}
            onChange={(event) => {
              setAt(event.target.value);
              setFault(false);
            }}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t("back")}</Button>
        <Button type="submit" variant="primary">
          {t("snoozeUntil")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type ChoiceProps = { current?: boolean; onChoose: () => void; children: ReactNode };

function Choice({ current, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onChoose}
      className="flex min-h-8 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-text/6 aria-[current]:bg-accent/12 aria-[current]:font-medium touch:min-h-11"
    >
      {children}
    </button>
  );
}
