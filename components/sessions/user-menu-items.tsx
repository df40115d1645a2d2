"use client";

import { Keyboard, Languages, LogOut, SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useAvailability } from "#components/frame/availability.tsx";
import { useLocaleChoice } from "#components/frame/interface-choices.ts";
import { themes, useThemeChoice } from "#components/frame/look/theme.ts";
import { useOpenShortcutMap } from "#components/keys/shortcuts.tsx";
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { isLocale, localeNames, locales } from "#i18n/locale.ts";
import { CompanyMenu } from "./company-menu.tsx";

/** What stands in the user's menu under their name. */
export function UserMenuItems({ onSignOut }: { onSignOut: () => void }) {
  const t = useTranslations("frame.user");
  const openShortcutMap = useOpenShortcutMap();
  useEffect(focusFirst, []);
  return (
    <>
      <CompanyMenu />
      <AvailabilityChoice />
      <ThemeMenu />
      <LanguageMenu />
      <DropdownMenuItem
        icon={<Keyboard aria-hidden />}
        shortcut="?"
        onSelect={openShortcutMap}
        className="phone:hidden"
      >
        {t("shortcuts")}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<LogOut aria-hidden />} onSelect={onSignOut}>
        {t("signOut")}
      </DropdownMenuItem>
    </>
  );
}

/** The keyboard has opened the menu before its entries were there: the first one that can be chosen takes the focus. */
function focusFirst(): void {
  const menu = document.activeElement;
  if (menu?.getAttribute("role") !== "menu" || !menu.matches(":focus-visible")) return;
  menu.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
}

function AvailabilityChoice() {
  const t = useTranslations("frame.user");
  const choice = useAvailability();
  if (!choice) return null;
  return (
    <>
      <DropdownMenuLabel>{t(choice.availability === "offline" ? "offline" : "availability")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={choice.availability}
        onValueChange={(next) => choice.setAvailability(next === "away" ? "away" : "online")}
      >
        <DropdownMenuRadioItem value="online">{t("online")}</DropdownMenuRadioItem>
        <DropdownMenuRadioItem value="away">{t("away")}</DropdownMenuRadioItem>
      </DropdownMenuRadioGroup>
      <p className="px-2 pt-0.5 pb-1.5 text-text-muted text-xs">{t("awayHint")}</p>
      <DropdownMenuSeparator />
    </>
  );
}

function ThemeMenu() {
  const t = useTranslations("frame.user");
  const { theme, setTheme } = useThemeChoice();
  const choose = (value: string) => {
    const next = themes.find((known) => known === value);
    if (next) setTheme(next);
  };
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={<SunMoon aria-hidden />}>{t("theme")}</DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
          {themes.map((name) => (
            <DropdownMenuRadioItem key={name} value={name}>
              {t(`themes.${name}`)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}

function LanguageMenu() {
  const t = useTranslations("frame.user");
  const { locale, setLocale } = useLocaleChoice();
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger icon={<Languages aria-hidden />}>{t("language")}</DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuRadioGroup value={locale} onValueChange={(next) => isLocale(next) && setLocale(next)}>
          {locales.map((name) => (
            <DropdownMenuRadioItem key={name} value={name} lang={name}>
              {localeNames[name]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
