import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { lastingActions } from "#server/actions/choices.ts";

/* They change the conversation, too: who answers holds it. */
const both: ReadonlySet<string> = new Set(["reply", "template", "start_flow_at"]);

/** Whether an undo may take something of these back. */
export function takesBack(names: readonly string[]): boolean {
  return names.some((name) => both.has(name) || !lastingActions.some((lasting) => lasting === name));
}

/** In words, what an undo of these leaves: "What stays: the note and the task." Empty: nothing. */
export function useLasting(): (names: readonly string[]) => string {
  const t = useTranslations("actions");
  const format = useFormatter();
  return useMemo(
    () => (names) => {
      const lasting = lastingActions.filter((name) => names.includes(name)).map((name) => t(`${name}.stays`));
      return lasting.length > 0 ? t("stays", { what: format.list(lasting) }) : "";
    },
    [t, format],
  );
}
