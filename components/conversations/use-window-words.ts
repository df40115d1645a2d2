import { useTranslations } from "next-intl";
import { hoursAndMinutes } from "./window-left.ts";

/** "3 h 20 min" or "12 min". */
export function useWindowWords(): (minutes: number) => string {
  const t = useTranslations("conversations.window");
  return (total) => {
    const { hours, minutes } = hoursAndMinutes(total);
    return hours > 0 ? t("hours", { hours, minutes }) : t("minutes", { minutes });
  };
}
