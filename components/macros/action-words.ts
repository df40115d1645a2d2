import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { nearMoment } from "#components/time/moments.ts";
import type { ActionName } from "#server/actions/choices.ts";
import type { Names } from "./use-names.ts";

/** An action as it is kept: the input as its own schema has it. */
export type MacroAction = { name: ActionName; input: Record<string, unknown> };

/** What an action will do: "Assign to Ana". */
export function useActionWords(names: Names): (action: MacroAction) => string {
  const t = useTranslations("actions");
  const macros = useTranslations("macros");
  const priorities = useTranslations("macros.priorities");
  const format = useFormatter();
  return useCallback(
    ({ name, input }) => {
      const text = (key: string) => (typeof input[key] === "string" ? input[key] : "");
      const named = (list: readonly { id: string; name: string }[], key: string) =>
        list.find(({ id }) => id === input[key])?.name ?? (input[key] ? macros("unknown") : macros("nobody"));
      const value = () => {
        if (name === "assign") return named(names.users, "assignedTo");
        if (name === "assign_team") return named(names.teams, "teamId");
        if (name === "phase") return named(names.phases, "phaseId");
        if (name === "amount") return typeof input.amount === "number" ? format.number(input.amount) : "0";
        if (name === "template")
          return names.templates.find(({ id }) => id === Number(input.templateId))?.elementName ?? macros("unknown");
        if (name === "webhook_call")
          return names.webhooks.find(({ id }) => id === input.webhookId)?.url ?? macros("unknown");
        return text("tag") || text("title") || text("step");
      };
      const span = (minutes: number) => {
        const unit = minutes % 1440 === 0 ? "days" : minutes % 60 === 0 ? "hours" : "minutes";
        return macros(`span.${unit}`, { count: minutes / { minutes: 1, hours: 60, days: 1440 }[unit] });
      };
      const will = t(`${name}.will`, { value: value() });
      if (name === "snooze" && text("until")) return `${will}: ${format.dateTime(new Date(text("until")), nearMoment)}`;
      if (name === "snooze" && typeof input.minutes === "number") return `${will}: ${span(input.minutes)}`;
      const priority = (["none", "low", "normal", "high", "urgent"] as const).find((one) => one === input.priority);
      if (name === "priority" && priority) return `${will}: ${priorities(priority)}`;
      if (name === "close") return `${will}: ${macros(input.isLead === true ? "lead" : "noLead")}`;
      return will;
    },
    [t, macros, priorities, format, names],
  );
}
