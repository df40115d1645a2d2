"use client";

import { Bell as BellSign } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { CountBadge } from "#components/ui/badge.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { useUnreadNotifications } from "./use-unread.ts";

const NotificationPanel = later(
  laterModule(() => import("./notification-panel.tsx")),
  (module) => module.NotificationPanel,
);

type BellProps = {
  side: "right" | "top";
  /** Only one bell of the page answers the keys. */
  keys?: boolean;
  /** The button, which takes what the popover gives it. */
  button: (bell: { label: string; sign: ReactElement; badge: ReactElement }) => ReactElement;
};

/** A button with the number of unread notifications, and their list behind it. */
export function Bell({ side, keys = false, button }: BellProps) {
  const t = useTranslations("notifications");
  const [open, setOpen] = useState(false);
  const unread = useUnreadNotifications();
  return (
    <Popover open={open} onOpenChange={setOpen}>
      {keys ? <BellKeys onOpen={() => setOpen(true)} /> : null}
      <PopoverTrigger asChild>
        {button({
          label: t("title"),
          sign: <BellSign aria-hidden />,
          badge: <CountBadge count={unread} label={t("unread", { count: unread })} />,
        })}
      </PopoverTrigger>
      <PopoverContent
        side={side}
        align="end"
        sideOffset={8}
        collisionPadding={8}
        aria-label={t("title")}
        // As tall from the start as with many lines: one that grew upwards would move them from under a finger.
        className="flex h-[min(36rem,80dvh)] w-96 max-w-[calc(100vw-1rem)] flex-col p-0"
      >
        <NotificationPanel onLeave={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function BellKeys({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("notifications");
  const frame = useTranslations("frame.shortcuts");
  useShortcuts(frame("title"), [{ keys: "g n", label: t("show"), run: onOpen }], "frame");
  return null;
}
