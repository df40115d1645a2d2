"use client";

import dynamic from "next/dynamic";
import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";

/* Fetched when the menu is opened. */
const UserMenuItems = dynamic(
  () => untilLoaded(() => import("#components/sessions/user-menu-items.tsx")).then((module) => module.UserMenuItems),
  { loading: () => null },
);

type UserMenuProps = {
  user: { name: string; email: string };
  onSignOut: () => void;
  side: "right" | "top";
  /** The button that opens it. */
  children: ReactElement;
};

export function UserMenu({ user, onSignOut, side, children }: UserMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent side={side} align="end" sideOffset={8} className="w-60">
        <div className="px-2 pt-1.5 pb-2">
          <p className="truncate font-medium text-sm">{user.name}</p>
          <p className="truncate text-text-muted text-xs">{user.email}</p>
        </div>
        <DropdownMenuSeparator />
        <UserMenuItems onSignOut={onSignOut} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
