"use client";

import { useEffect } from "react";

const plainIcon = "/icon.svg";
const dottedIcon = "/icon-unread.svg";

/**
 * Puts the unread count before the page's title and a dot on its icon, also after navigation has changed the title; and
 * on the icon of the installed app.
 */
export function useAttention(unread: number): void {
  useEffect(() => {
    const prefix = unread > 0 ? `(${unread > 99 ? "99+" : unread}) ` : "";
    const apply = () => {
      const title = prefix + document.title.replace(/^\(\d+\+?\) /, "");
      if (document.title !== title) document.title = title;
      const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
      const href = unread > 0 ? dottedIcon : plainIcon;
      if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [unread]);
  useEffect(() => {
    // A hint only: where the app is not installed, or may not show it, there is no badge.
    if ("setAppBadge" in navigator) navigator.setAppBadge(unread).catch(() => undefined);
  }, [unread]);
}
