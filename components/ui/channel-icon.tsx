"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

export const channels = ["WEB", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
export type ChannelName = (typeof channels)[number];

/* Drawn on one 16 px grid with one stroke, so that four brands sit quietly in one list. */
const drawings: Record<ChannelName, ReactNode> = {
  WEB: (
    <>
      <path d="M2.75 4.25A1.5 1.5 0 0 1 4.25 2.75h7.5a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H7.5l-2.75 2.5v-2.5h-.5a1.5 1.5 0 0 1-1.5-1.5z" />
      <path d="M5.5 5.75h5M5.5 8h3" />
    </>
  ),
  WHATSAPP: (
    <>
      <path d="M2.6 13.4l.75-2.65A5.6 5.6 0 1 1 5.4 12.7z" />
      <path d="M6.1 5.5c-.25 1.1.35 2.3 1.2 3.15s2 1.45 3.15 1.2l.25-1-1.3-.6-.6.45c-.65-.25-1.25-.85-1.5-1.5l.45-.6-.6-1.3z" />
    </>
  ),
  FACEBOOK: (
    <>
      <path d="M8 2.25c3.3 0 5.75 2.35 5.75 5.4S11.3 13.05 8 13.05c-.55 0-1.1-.07-1.6-.2l-1.9 1v-1.75c-1.4-1-2.25-2.6-2.25-4.45 0-3.05 2.45-5.4 5.75-5.4z" />
      <path d="M4.9 9l2.2-2.35L8.8 8.1l2.3-1.85" />
    </>
  ),
  INSTAGRAM: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="3.25" />
      <circle cx="8" cy="8" r="2.5" />
      <path d="M11.05 4.95h.01" strokeWidth="1.6" />
    </>
  ),
};

const aliases: Record<string, ChannelName> = {
  WEBSITE: "WEB",
  WHATSAPP_API: "WHATSAPP",
  WHATSAPP_BUSINESS: "WHATSAPP",
};

/** The drawing for a channel or a channel type; an unknown one is shown as web. */
export function channelOf(value: string): ChannelName {
  return channels.find((channel) => channel === value) ?? aliases[value] ?? "WEB";
}

type ChannelIconProps = {
  channel: string;
  /** The channel's name stands beside it: hide the icon from screen readers. */
  decorative?: boolean;
  className?: string;
};

export function ChannelIcon({ channel, decorative, className }: ChannelIconProps) {
  const t = useTranslations("ui.channel");
  const name = channelOf(channel);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has an aria-label, or stands beside the channel's name
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn("size-4 shrink-0 text-text-muted", className)}
      {...(decorative ? { "aria-hidden": true } : { role: "img", "aria-label": t(name) })}
    >
      {drawings[name]}
    </svg>
  );
}
