"use client";

import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Switch } from "#components/forms/switch.tsx";
import { useRelativeText } from "#components/time/relative-time.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";

type BotSwitchProps = {
  row: Pick<InboxRow, "chatbotState" | "chatbotStateBy" | "chatbotStateAt">;
  disabled: boolean;
  onSwitch: (on: boolean) => void;
  /** A bot's face in place of the words. */
  compact?: boolean;
};

/** Whether the bot answers here: a real switch that says its state, with who set it and when. */
export function BotSwitch({ row, disabled, onSwitch, compact }: BotSwitchProps) {
  const t = useTranslations("conversations.bot");
  const relative = useRelativeText();
  const id = useId();
  const on = row.chatbotState === "ON";
  const name = row.chatbotStateBy || t("nobody");
  const history = row.chatbotStateAt
    ? t(on ? "switchedOn" : "switchedOff", { name, ago: relative(new Date(row.chatbotStateAt)) })
    : t("neverOn");
  return (
    <Tooltip content={history} shortcut="b" side="bottom">
      <span className="inline-flex h-7 shrink-0 items-center gap-2 rounded-md px-1.5 touch:h-11">
        <label htmlFor={id} className={on ? "font-medium text-bot text-sm" : "text-sm text-text-muted"}>
          {compact ? <Bot aria-hidden className="size-4" /> : on ? t("on") : t("off")}
        </label>
        <Switch
          id={id}
          checked={on}
          disabled={disabled}
          aria-label={on ? t("on") : t("off")}
          aria-describedby={`${id}-history`}
          onCheckedChange={onSwitch}
          className="data-[state=checked]:bg-bot"
        />
        <span id={`${id}-history`} className="sr-only">
          {history}
        </span>
      </span>
    </Tooltip>
  );
}
