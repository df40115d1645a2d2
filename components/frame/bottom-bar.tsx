"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Bell } from "#components/notifications/bell.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { CountBadge } from "#components/ui/badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { PlaceLink } from "#components/ui/late/place-link.tsx";
import { useAvailability } from "./availability.tsx";
import { isCurrent, type NavigationPlace } from "./navigation.ts";
import { useWays } from "./reaching/use-reaching.tsx";
import { UserMenu } from "./user-menu.tsx";

type BottomBarProps = {
  items: readonly NavigationPlace[];
  user: { id: string; name: string; email: string };
  unread: number;
  onSignOut: () => void;
};

const tabStyles =
  "relative grid h-14 w-full min-w-11 content-center justify-items-center gap-0.5 rounded-md text-2xs text-text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent";

/** What fits beside the account; more places than that stand behind the last one. */
const fitting = 4;

/** The rail of a phone. */
export function BottomBar({ items, user, unread, onSignOut }: BottomBarProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const availability = useAvailability()?.availability;
  const { onClickCapture } = useWays();
  const shown = items.length > fitting ? items.slice(0, fitting - 1) : items;
  const rest = items.slice(shown.length);
  return (
    <nav
      onClickCapture={onClickCapture}
      aria-label={t("navigation.label")}
      className="hidden shrink-0 border-border border-t bg-surface pb-safe phone:flex in-data-immersive:hidden! [html:has([data-coming])_&]:hidden!"
    >
      {shown.map((item) => (
        <PlaceLink
          key={item.id}
          href={item.href}
          aria-current={isCurrent(item.href, pathname) ? "page" : undefined}
          className={tabStyles}
        >
          <span className="relative [&>svg]:size-5">
            {item.icon}
            {item.id === "inbox" ? (
              <span className="absolute -top-1.5 -right-3">
                <CountBadge count={unread} label={t("navigation.unread", { count: unread })} />
              </span>
            ) : null}
          </span>
          <span className="max-w-full truncate px-0.5">{t(`navigation.${item.id}`)}</span>
        </PlaceLink>
      ))}
      {rest.length > 0 ? <MorePlaces items={rest} pathname={pathname} /> : null}
      <Bell
        side="top"
        button={({ sign, badge }) => (
          <button type="button" className={tabStyles}>
            <span className="relative [&>svg]:size-5">
              {sign}
              <span className="absolute -top-1.5 -right-3">{badge}</span>
            </span>
            {t("navigation.bell")}
          </button>
        )}
      />
      <UserMenu user={user} onSignOut={onSignOut} side="top">
        <button type="button" className={tabStyles}>
          <Avatar id={user.id} name={user.name} size="sm" presence={availability} decorative />
          {t("user.account")}
        </button>
      </UserMenu>
    </nav>
  );
}

function MorePlaces({ items, pathname }: { items: readonly NavigationPlace[]; pathname: string }) {
  const t = useTranslations("frame.navigation");
  const current = items.find((item) => isCurrent(item.href, pathname));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button type="button" aria-current={current ? "page" : undefined} className={tabStyles}>
          <span className="[&>svg]:size-5">{current ? current.icon : <Ellipsis aria-hidden />}</span>
          {t("more")}
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="end" sideOffset={8} className="w-52">
        {items.map((item) => (
          <DropdownMenuItem key={item.id} asChild>
            <Link href={item.href} aria-current={item === current ? "page" : undefined}>
              {item.icon}
              {t(item.id)}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
