"use client";

import { Keyboard, Languages, LogOut, SunMoon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { leaveFor } from "#components/forms/leaving/leaving.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { laterModal, laterModule, onceThere } from "#components/ui/late/later.tsx";
import { localeNames, locales } from "#i18n/locale.ts";
import { ShortcutProvider, useOpenShortcutMap, useShortcuts } from "../keys/shortcuts.tsx";
import { useAttention } from "./attention.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { CommandProvider, useCommands, usePaletteOpen, useSetPaletteOpen } from "./command-registry.tsx";
import { useLocaleChoice, useRail } from "./interface-choices.ts";
import { themes, useThemeChoice } from "./look/theme.ts";
import { type NavigationIcons, type NavigationPlace, navigation, permitted } from "./navigation.ts";
import { Rail } from "./rail.tsx";
import { ConnectionBar } from "./reaching/connection-bar.tsx";
import { ReachingProvider, useWays } from "./reaching/use-reaching.tsx";

const CommandPalette = laterModal<
  typeof import("./command-palette.tsx"),
  { open: boolean; onOpenChange: (open: boolean) => void }
>(
  () => import("./command-palette.tsx"),
  (module) => module.CommandPalette,
);

const againMs = 1000;

/* It comes with the first deed: who leaves while the server is away has it. Where the line was cut before, it is asked for again. */
const signingOut = laterModule(() => import("#components/sessions/signing-out.ts"));
function leave(ask?: () => void): void {
  signingOut.fetch().then(
    (module) => module.leave(ask),
    () => setTimeout(leave, againMs, ask),
  );
}

/* Nothing is scrolled or left before the first deed. */
const keptPlaces = laterModule(() => import("#components/filters/kept-places.ts"));

type WorkspaceShellProps = {
  user: { id: string; name: string; email: string; role: string };
  company: { name: string };
  permissions: readonly string[];
  icons: NavigationIcons;
  unread: number;
  /** Unread lines under the bell. */
  news: number;
  /** Warnings for everyone, above the page. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame around every page of the workspace, inside a ConnectionProvider. Pages fill `main` and scroll within it. */
export function WorkspaceShell(props: WorkspaceShellProps) {
  return (
    <ShortcutProvider>
      <CommandProvider>
        <ReachingProvider>
          <Frame {...props} />
        </ReachingProvider>
      </CommandProvider>
    </ShortcutProvider>
  );
}

function Frame({ user, company, permissions, icons, ...props }: WorkspaceShellProps) {
  const { unread, news, banner, children } = props;
  const t = useTranslations("frame");
  const [asking, setAsking] = useState(false);
  // First what the page has not saved, then what this browser keeps.
  const onSignOut = () => leaveFor("/sign-in", () => leave(() => setAsking(true)));
  const items = useMemo(
    () => permitted(navigation, permissions).map((item) => ({ ...item, icon: icons[item.id] })),
    [permissions, icons],
  );
  // Most unread conversations have a line under the bell: the greater number holds both.
  useAttention(Math.max(unread, news));
  useFrameShortcuts(items);
  useFrameCommands(items, onSignOut);
  useEffect(() => onceThere(keptPlaces, ({ keepPlaces }) => keepPlaces()), []);
  return (
    // Clipped, not hidden: what stands outside must not let a focus scroll the whole frame away.
    <div className="relative flex h-dvh overflow-clip bg-background">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface-raised focus:px-3 focus:py-2 focus:text-sm focus:shadow-float"
      >
        {t("skip")}
      </a>
      <Rail items={items} user={user} company={company.name} unread={unread} onSignOut={onSignOut} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBar />
        {banner}
        <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none">
          {children}
        </main>
        <BottomBar items={items} user={user} unread={unread} onSignOut={onSignOut} />
      </div>
      <Palette />
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={t("signingOut.title")}
        description={t("signingOut.text")}
        confirmLabel={t("user.signOut")}
        onConfirm={() => leave()}
      />
    </div>
  );
}

function Palette() {
  return <CommandPalette open={usePaletteOpen()} onOpenChange={useSetPaletteOpen()} />;
}

function useFrameShortcuts(items: readonly NavigationPlace[]): void {
  const t = useTranslations("frame");
  const { go } = useWays();
  const setOpen = useSetPaletteOpen();
  const { toggle } = useRail();
  useShortcuts(
    t("shortcuts.title"),
    [
      { keys: "mod+k", label: t("palette.open"), run: () => setOpen(true) },
      ...items.map((item) => ({
        keys: item.key,
        label: t("shortcuts.go", { place: t(`navigation.${item.id}`) }),
        run: () => go(item.href),
      })),
      { keys: "[", label: t("shortcuts.rail"), run: toggle },
    ],
    "frame",
  );
}

function useFrameCommands(items: readonly NavigationPlace[], onSignOut: () => void): void {
  const t = useTranslations("frame");
  const { go: lead } = useWays();
  const openShortcutMap = useOpenShortcutMap();
  const { theme, setTheme } = useThemeChoice();
  const { locale, setLocale } = useLocaleChoice();
  const go = items.map((item) => ({
    id: `go ${item.id}`,
    group: t("palette.go"),
    label: t(`navigation.${item.id}`),
    sign: item.icon,
    shortcut: item.key,
    run: () => lead(item.href),
  }));
  const group = t("palette.interface");
  useCommands([
    ...go,
    ...themes
      .filter((name) => name !== theme)
      .map((name) => ({
        id: `theme ${name}`,
        group,
        label: t(`palette.themes.${name}`),
        icon: SunMoon,
        run: () => setTheme(name),
      })),
    ...locales
      .filter((name) => name !== locale)
      .map((name) => ({
        id: `language ${name}`,
        group,
        label: t("palette.language", { language: localeNames[name] }),
        icon: Languages,
        run: () => setLocale(name),
      })),
    { id: "shortcuts", group, label: t("user.shortcuts"), icon: Keyboard, shortcut: "?", run: openShortcutMap },
    { id: "sign-out", group, label: t("user.signOut"), icon: LogOut, run: onSignOut },
  ]);
}
