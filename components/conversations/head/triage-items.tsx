"use client";

import { AlarmClock, AlarmClockOff, Flag } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { nearMoment } from "#components/time/moments.ts";
import { serverNow } from "#components/time/server-clock.ts";
import {
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { priorities } from "#server/conversations/choices.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import type { ConversationActions } from "./conversation-actions.ts";
import { snoozeChoices } from "./snooze-times.ts";

type TriageItemsProps = {
  row: InboxRow;
  actions: ConversationActions;
  talks: boolean;
  writes: boolean;
  onSnooze: () => void;
};

/** How pressing a conversation is, and until when it is put off: parts of a menu. */
export function TriageItems({ row, actions, talks, writes, onSnooze }: TriageItemsProps) {
  const t = useTranslations("conversations.triage");
  const format = useFormatter();
  return (
    <>
      {writes ? (
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={<Flag aria-hidden />}>{t("priority")}</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuRadioGroup value={row.priority}>
              {priorities.map((priority) => (
                <DropdownMenuRadioItem key={priority} value={priority} onSelect={() => actions.setPriority(priority)}>
                  {t(`priorities.${priority}`)}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
      ) : null}
      {talks && !row.closed ? (
        <DropdownMenuSub>
          <DropdownMenuSubTrigger icon={<AlarmClock aria-hidden />}>{t("snooze")}</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            {snoozeChoices(new Date(serverNow())).map(({ name, until }) => (
              <DropdownMenuItem
                key={name}
                aside={format.dateTime(until, nearMoment)}
                onSelect={() => actions.snooze(until)}
              >
                {t(name)}
              </DropdownMenuItem>
            ))}
            <DropdownMenuItem shortcut="s" onSelect={onSnooze}>
              {t("choose")}
            </DropdownMenuItem>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
      ) : null}
      {talks && row.snoozedUntil ? (
        <DropdownMenuItem icon={<AlarmClockOff aria-hidden />} onSelect={actions.unsnooze}>
          {t("unsnooze")}
        </DropdownMenuItem>
      ) : null}
    </>
  );
}
