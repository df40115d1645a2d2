"use client";

import { LogIn } from "lucide-react";
import { useTranslations } from "next-intl";
import { signInHere } from "./leaving.ts";

/** Says that the session is over. Nothing is taken away: what stands on the page can still be read and copied. */
export function EndedBar() {
  const t = useTranslations("frame.ended");
  return (
    <p className="flex min-h-9 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-border border-b bg-text/5 px-3 py-1 text-sm touch:min-h-11">
      {t("text")}
      <a
        href="/sign-in"
        onClick={(event) => {
          event.currentTarget.href = signInHere();
        }}
        className="inline-flex h-7 items-center gap-1.5 rounded-md bg-accent px-2.5 font-medium text-accent-text text-xs hover:bg-accent/92 touch:min-h-11"
      >
        <LogIn aria-hidden className="size-3.5" />
        {t("signIn")}
      </a>
    </p>
  );
}
