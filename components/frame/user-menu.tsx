"use client";

import { Keyboard, Languages, LogOut, SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { isLocale, localeNames, locales } from "#i18n/locale.ts";
import { useOpenShortcutMap } from "../keys/shortcuts.tsx";
import { useAvailability } from "./availability.tsx";
import { themes, useLocaleChoice, useThemeChoice } from "./interface-choices.ts";

type UserMenuProps = {
  user: { name: string; email: string };
  onSignOut: () => void;
  side: "right" | "top";
  /** The button that opens it. */
  children: ReactElement;
};

export function UserMenu({ user, onSignOut, side, children }: UserMenuProps) {
  const t = useTranslations("frame.user");
  const openShortcutMap = useOpenShortcutMap();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent side={side} align="end" sideOffset={8} className="w-60">
        <div className="px-2 pt-1.5 pb-2">
          <p className="truncate font-medium text-sm">{user.name}</p>
          <p className="truncate text-text-muted text-xs">{user.email}</p>
        </div>
        <DropdownMenuSeparator />
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
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
