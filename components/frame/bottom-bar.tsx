"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Avatar } from "#components/ui/avatar.tsx";
import { CountBadge } from "#components/ui/badge.tsx";
import { useAvailability } from "./availability.tsx";
import { isCurrent, type NavigationItem } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

type BottomBarProps = {
  items: readonly NavigationItem[];
  user: { id: string; name: string; email: string };
  unread: number;
  onSignOut: () => void;
};

const tabStyles =
  "relative grid h-14 w-full min-w-11 content-center justify-items-center gap-0.5 rounded-md text-2xs text-text-muted aria-[current=page]:font-medium aria-[current=page]:text-accent";

/** The rail of a phone. */
export function BottomBar({ items, user, unread, onSignOut }: BottomBarProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  const availability = useAvailability()?.availability;
  return (
    <nav
      aria-label={t("navigation.label")}
      className="hidden shrink-0 border-border border-t bg-surface pb-safe phone:flex in-data-immersive:hidden!"
    >
      {items.slice(0, 4).map((item) => (
        <Link
          key={item.id}
          href={item.href}
          aria-current={isCurrent(item.href, pathname) ? "page" : undefined}
          className={tabStyles}
        >
          <span className="relative">
            <item.icon aria-hidden className="size-5" />
            {item.id === "inbox" ? (
              <span className="absolute -top-1.5 -right-3">
                <CountBadge count={unread} label={t("navigation.unread", { count: unread })} />
              </span>
            ) : null}
          </span>
          {t(`navigation.${item.id}`)}
        </Link>
      ))}
      <UserMenu user={user} onSignOut={onSignOut} side="top">
        <button type="button" className={tabStyles}>
          <Avatar id={user.id} name={user.name} size="sm" presence={availability} decorative />
          {t("user.account")}
        </button>
      </UserMenu>
    </nav>
  );
}
