"use client";

import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { EntryNotice } from "./entry-page.tsx";

/** Why a link could not be looked at, and another try: its token stands behind the #, which an address without it would drop. */
export function LinkFailure({ body }: { body: unknown }) {
  const t = useTranslations("joining");
  const { sentence } = useRefusals().ofBody(body, {});
  return <EntryNotice text={sentence ?? t("offline")} action={t("again")} onAct={() => window.location.reload()} />;
}
