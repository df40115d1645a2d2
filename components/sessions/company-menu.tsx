"use client";

import { Building2, Check, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePreview, useProfile } from "#components/frame/profile.tsx";
import { CountBadge } from "#components/ui/badge.tsx";
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from "#components/ui/dropdown-menu.tsx";
import { useOtherCompanies } from "./companies.ts";
import { useSwitch } from "./company-watch.tsx";

/** Where a person has several companies in this browser, all of them; and how to add one. Not while one looks as somebody else. */
export function CompanyMenu() {
  const t = useTranslations("frame.companies");
  const { company } = useProfile();
  const others = useOtherCompanies();
  const go = useSwitch();
  if (usePreview()) return null;
  return (
    <>
      {others.length > 0 ? (
        <>
          <DropdownMenuLabel>{t("title")}</DropdownMenuLabel>
          <DropdownMenuItem
            icon={<Check aria-hidden />}
            aria-current="true"
            disabled
            className="aria-disabled:opacity-100"
          >
            <span className="truncate">{company.name}</span>
          </DropdownMenuItem>
        </>
      ) : null}
      {others.map((other) => (
        <DropdownMenuItem key={other.id} icon={<Building2 aria-hidden />} onSelect={() => go(other)}>
          <span className="flex min-w-0 flex-1 items-center justify-between gap-2">
            <span className="truncate">{other.name}</span>
            <CountBadge count={other.unread} label={t("unread", { count: other.unread })} />
          </span>
        </DropdownMenuItem>
      ))}
      <DropdownMenuItem icon={<Plus aria-hidden />} onSelect={() => window.location.assign("/sign-in?another=1")}>
        {t("add")}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
    </>
  );
}
