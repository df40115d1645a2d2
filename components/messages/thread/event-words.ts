import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { nearMoment } from "#components/time/moments.ts";
import { assignmentReasons } from "#server/assignment/choices.ts";
import type { Message } from "#server/messages/schema.ts";

/** Finds the names behind ids; undefined for what is gone or not visible. */
export type Names = {
  user: (id: string) => string | undefined;
  phase: (id: string) => string | undefined;
};

const reasonOf = (reason: unknown) => assignmentReasons.find((one) => one === reason);

/** Says in the reader's language what a command did; commands of a kind unknown here keep the server's words. */
export function useEventWords(names: Names): (message: Message) => string {
  const t = useTranslations("messages.events");
  const format = useFormatter();
  return useCallback(
    (message) => {
      const { command } = message;
      if (!command) return message.text;
      const automatic = command.actorId === "system";
      const actor = automatic ? t("system") : message.userName || t("somebody");
      const target = command.targetId ? names.user(command.targetId) : undefined;
      const why = reasonOf(command.data.reason);
      const open = Number(command.data.open ?? 0);
      switch (command.name) {
        case "intervened":
          return t("intervened", { actor: target ?? actor });
        case "bot_paused":
        case "bot_resumed":
        case "template_sent":
          return t(command.name, { actor });
        case "unassigned":
          if (command.data.reason === "away" && target) return t("handedBack", { target });
          if (command.data.reason === "inactive" && target) return t("leftBehind", { target });
          return t("unassigned", { actor });
        case "assigned":
          if (command.targetId === command.actorId) return t("assignedSelf", { actor });
          if (!target) return message.text;
          if (!automatic) return t("assigned", { actor, target });
          return why ? t(`assignedWhy.${why}`, { target, open }) : t("assignedAutomatically", { target });
        case "transferred":
          return target ? t("transferred", { actor, target }) : message.text;
        case "closed":
          if (automatic || command.data.isLead === null) return t("closedIdle");
          return t(command.data.isLead === true ? "closedLead" : "closedNoLead", { actor });
        case "opened":
          return command.data.by === "visitor" ? t("openedByVisitor") : t("opened", { actor });
        case "phase_changed": {
          const phase = command.targetId ? names.phase(command.targetId) : undefined;
          return phase ? t("phase_changed", { actor, phase }) : message.text;
        }
        case "team_assigned":
          return t("team_assigned", { actor, team: String(command.data.name ?? "") });
        case "team_unassigned":
          return t("team_unassigned", { actor });
        case "tag_added":
        case "tag_removed":
          return t(command.name, { actor, tag: String(command.data.tag ?? "") });
        case "number_changed": {
          const { from, to } = command.data;
          return t("number_changed", { from: String(from ?? ""), to: String(to ?? "") });
        }
        case "merged_from":
          return t("merged_from", { actor });
        case "snoozed":
          return t("snoozed", { actor, until: format.dateTime(new Date(String(command.data.until)), nearMoment) });
        case "unsnoozed":
          if (command.data.reason === "visitor") return t("returnedByVisitor");
          return command.data.reason === "time" ? t("returnedByTime") : t("unsnoozed", { actor });
        case "url_visit":
          return t("url_visit", { url: String(command.data.url ?? "") || message.text });
        default:
          return t(command.name);
      }
    },
    [t, format, names],
  );
}
