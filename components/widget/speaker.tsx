import { Bot } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { Group } from "./client/groups.ts";

/** The author of the messages below, and when. The bot is marked as one. */
export function Speaker({ group }: { group: Group }) {
  const t = useTranslations("widget.thread");
  const format = useFormatter();
  const at = group.messages[0]?.createdAt;
  const time = at ? format.dateTime(new Date(at), { hour: "numeric", minute: "2-digit" }) : "";
  if (group.from === "visitor") {
    return (
      <p className="px-1 text-2xs text-text-faint">
        <span className="sr-only">{t("you")} </span>
        <time dateTime={at}>{time}</time>
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 px-1 text-2xs text-text-muted">
      {group.avatarUrl ? <img src={group.avatarUrl} alt="" className="size-5 rounded-full object-cover" /> : null}
      {group.from === "robot" ? <Bot aria-hidden className="size-4" /> : null}
      <span className="font-medium text-text">{group.name || t("team")}</span>
      {group.from === "robot" ? <span>{t("automatic")}</span> : null}
      {time ? <time dateTime={at}>{time}</time> : null}
    </p>
  );
}
