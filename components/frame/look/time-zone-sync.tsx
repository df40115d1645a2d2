"use client";

import { useRouter } from "next/navigation";
import { useTimeZone } from "next-intl";
import { useEffect } from "react";
import { whenIdle } from "#components/ui/late/when-idle.ts";
import { timeZoneCookie } from "#i18n/locale.ts";
import { isRemembered, rememberChoice } from "../remembered-choice.ts";

/** Tells the server the reader's time zone once, so that both draw the same times from then on. */
export function TimeZoneSync() {
  const known = useTimeZone();
  const router = useRouter();
  useEffect(() => {
    const look = () => {
      const actual = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (!actual || actual === known) return;
      // A browser without cookies would otherwise refresh for ever.
      if (isRemembered(timeZoneCookie, actual)) return;
      rememberChoice(timeZoneCookie, actual);
      if (isRemembered(timeZoneCookie, actual)) router.refresh();
    };
    // The first question for it in a page loads all that the browser knows of times.
    return whenIdle(look);
  }, [known, router]);
  return null;
}
