"use client";

import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { onSwitched, readCompanies, switchCompany, useOtherCompanies } from "./companies.ts";
import { loadAnew } from "./leaving.ts";

const everyMs = 60_000;

/** What waits elsewhere is no matter to interrupt for: what was known stays, and the next look is a minute away. */
const look = () => void readCompanies().catch(() => undefined);

/** Goes to another company, and says so where that no longer works. */
export function useSwitch(): (company: { id: string; name: string }) => void {
  const t = useTranslations("frame.companies");
  const toast = useToast();
  return ({ id, name }) =>
    void switchCompany(id).then(
      (switched) => {
        if (switched) return;
        toast.error(t("ended", { name }));
        look();
      },
      () => toast.error(t("failed")),
    );
}

/** Keeps what waits in the other companies of this browser, while its page is looked at; they are in the palette too. */
export function CompanyWatch() {
  const t = useTranslations("frame.companies");
  const go = useSwitch();
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === "visible") look();
    };
    read();
    const timer = setInterval(read, everyMs);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  // The other tabs show the company that was left: the server answers them no more, and they need not find out.
  useEffect(() => onSwitched(loadAnew), []);
  const others = useOtherCompanies();
  const waiting = others.some(({ unread }) => unread > 0);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-elsewhere", waiting);
  }, [waiting]);
  useCommands(
    others.map((company) => ({
      id: `company ${company.id}`,
      group: t("title"),
      label: t("switchTo", { name: company.name }),
      icon: Building2,
      run: () => go(company),
    })),
  );
  return null;
}
