import { useTranslations } from "next-intl";
import { hoursAndMinutes } from "./window-left.ts";

/** "5 d 3 h", "3 h 20 min" or "12 min". */
export function useWindowWords(): (minutes: number) => string {
  const t = useTranslations("conversations.window");
  return (total) => {
    const { hours, minutes } = hoursAndMinutes(total);
    if (hours >= 48) return t("days", { days: Math.floor(hours / 24), hours: hours % 24 });
    return hours > 0 ? t("hours", { hours, minutes }) : t("minutes", { minutes });
  };
}
