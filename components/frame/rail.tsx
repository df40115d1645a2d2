"use client";

import { CloudOff, PanelLeft, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Kbd } from "#components/keys/kbd.tsx";
import { Bell } from "#components/notifications/bell.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { CountBadge } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/class-names.ts";
import { PlaceLink } from "#components/ui/late/place-link.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { useAvailability } from "./availability.tsx";
import { useOpenPalette } from "./command-registry.tsx";
import { useConnectionLost } from "./connection.tsx";
import { useRail } from "./interface-choices.ts";
import { Logo } from "./logo.tsx";
import { isCurrent, type NavigationPlace } from "./navigation.ts";
import { useWays } from "./reaching/use-reaching.tsx";
import { UserMenu } from "./user-menu.tsx";

type RailProps = {
  items: readonly NavigationPlace[];
  user: { id: string; name: string; email: string };
  company: string;
  unread: number;
  onSignOut: () => void;
};

const itemStyles = [
  "relative flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-sm text-text-muted transition-colors hover:bg-text/6 hover:text-text",
  "rail-closed:justify-center aria-[current=page]:bg-text/8 aria-[current=page]:font-medium aria-[current=page]:text-text",
  "data-[state=open]:bg-text/6 [&>svg]:size-4 [&>svg]:shrink-0",
].join(" ");

export function Rail({ items, user, company, unread, onSignOut }: RailProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const openPalette = useOpenPalette();
  const { open, toggle } = useRail();
  const { onClickCapture } = useWays();
  return (
    <header
      onClickCapture={onClickCapture}
      className="flex h-full w-14 shrink-0 flex-col border-border border-r bg-background p-2 transition-[width] rail-open:w-52 phone:hidden"
    >
      <div className="flex h-8 items-center gap-2.5 px-2">
        <Logo />
        <span className="hidden min-w-0 truncate font-semibold text-sm rail-open:block">{company}</span>
      </div>
      <nav aria-label={t("navigation.label")} className="mt-3 flex flex-col gap-0.5">
        <Hint text={t("palette.open")} shortcut="mod+k">
          <button type="button" onClick={openPalette} className={itemStyles}>
            <Search aria-hidden />
            <Word>{t("palette.open")}</Word>
            <Kbd keys="mod+k" className="hidden rail-open:flex" />
          </button>
        </Hint>
        {items
          .filter(({ id }) => id !== "search")
          .map((item) => (
            <Hint key={item.id} text={t(`navigation.${item.id}`)} shortcut={item.key}>
              <PlaceLink
                href={item.href}
                aria-current={isCurrent(item.href, pathname) ? "page" : undefined}
                className={itemStyles}
              >
                {item.icon}
                <Word>{t(`navigation.${item.id}`)}</Word>
                {item.id === "inbox" ? <Unread count={unread} /> : null}
              </PlaceLink>
            </Hint>
          ))}
      </nav>
      <div className="mt-auto flex flex-col gap-0.5">
        <ConnectionSign />
        <Bell
          side="right"
          keys
          button={({ label, sign, badge }) => (
            <RailButton label={label}>
              {sign}
              <Word>{label}</Word>
              <span className="flex rail-closed:absolute rail-closed:-top-0.5 rail-closed:-right-0.5">{badge}</span>
            </RailButton>
          )}
        />
        <Hint text={open ? t("rail.collapse") : t("rail.expand")} shortcut="[">
          <button type="button" onClick={toggle} aria-expanded={open} className={itemStyles}>
            <PanelLeft aria-hidden />
            <Word>{open ? t("rail.collapse") : t("rail.expand")}</Word>
          </button>
        </Hint>
        <AccountButton user={user} onSignOut={onSignOut} />
      </div>
    </header>
  );
}

/* Takes what a popover gives its trigger. */
function RailButton({ label, children, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <Hint text={label} shortcut="g n">
      <button type="button" {...rest} className={itemStyles}>
        {children}
      </button>
    </Hint>
  );
}

/* Seen when the rail is open, always there for screen readers. */
function Word({ children }: { children: ReactNode }) {
  return <span className="min-w-0 flex-1 truncate text-start rail-closed:sr-only">{children}</span>;
}

/* The tooltip stands in for the word while the rail is narrow. */
function Hint({ text, shortcut, children }: { text: string; shortcut: string; children: ReactElement }) {
  const { open } = useRail();
  return open ? (
    children
  ) : (
    <Tooltip content={text} shortcut={shortcut} side="right">
      {children}
    </Tooltip>
  );
}

function Unread({ count }: { count: number }) {
  const t = useTranslations("frame.navigation");
  return (
    <span className={cn("flex rail-closed:absolute rail-closed:-top-0.5 rail-closed:-right-0.5")}>
      <CountBadge count={count} label={t("unread", { count })} />
    </span>
  );
}

function ConnectionSign() {
  const t = useTranslations("frame.connection");
  if (!useConnectionLost()) return null;
  return (
    <Hint text={t("short")} shortcut="">
      <span className={cn(itemStyles, "text-warning hover:bg-transparent hover:text-warning")}>
        <CloudOff aria-hidden />
        <Word>{t("short")}</Word>
      </span>
    </Hint>
  );
}

function AccountButton({ user, onSignOut }: { user: RailProps["user"]; onSignOut: () => void }) {
  const t = useTranslations("frame.user");
  const availability = useAvailability()?.availability;
  return (
    <UserMenu user={user} onSignOut={onSignOut} side="right">
      <button type="button" aria-label={t("menu", { name: user.name })} className={cn(itemStyles, "h-10 px-1.5")}>
        <span className="relative flex">
          <Avatar id={user.id} name={user.name} size="md" presence={availability} decorative />
          {/* Something waits in another company: CompanyWatch says so, the menu says what. */}
          <span
            aria-hidden
            className="-top-0.5 -left-0.5 absolute hidden size-2.5 rounded-full border-2 border-background bg-accent in-data-elsewhere:block"
          />
        </span>
        <span className="hidden min-w-0 flex-1 truncate text-start rail-open:block">{user.name}</span>
      </button>
    </UserMenu>
  );
}
