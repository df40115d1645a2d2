"use client";

import { Bot, CircleHelp, Hand, type LucideIcon, MessageCircle, SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { readableOn } from "#components/widget/palette.ts";
import type { ChannelDraft } from "./draft.ts";

const icons: Record<ChannelDraft["appearance"]["widgetIcon"], LucideIcon> = {
  chat: MessageCircle,
  question: CircleHelp,
  wave: Hand,
};

type WidgetPreviewProps = { appearance: ChannelDraft["appearance"]; botName: string };

/** A drawing of the chat with the values of the form: nothing in it can be used. */
export function WidgetPreview({ appearance, botName }: WidgetPreviewProps) {
  const t = useTranslations("channels.preview");
  const widget = useTranslations("widget");
  const company = useProfile().company.name;
  const { color, theme, position, windowTitle, name, widgetStyle, widgetIcon, poweredBy, enabled } = appearance;
  const Icon = icons[widgetIcon];
  const style: CSSProperties & Record<`--${string}`, string> = {
    "--accent": color,
    "--accent-text": readableOn(color),
  };
  const side = position === "left" ? "justify-self-start" : "justify-self-end";
  return (
    <figure className="grid max-w-80 content-start gap-2">
      <figcaption className="sr-only">{t("label")}</figcaption>
      <div
        aria-hidden
        style={style}
        className={`grid gap-3 rounded-lg bg-background p-3 text-text transition-opacity ${theme === "auto" ? "" : theme} ${enabled ? "" : "opacity-40"}`}
      >
        <div className="grid overflow-hidden rounded-xl bg-surface shadow-float">
          <div className="bg-accent px-3 py-2 text-accent-text">
            <p className="truncate font-semibold text-sm">{windowTitle || company}</p>
            <p className="truncate text-2xs">{widget("header.automatic")}</p>
          </div>
          <div className="grid gap-2 p-3 text-xs">
            <p className="flex items-center gap-1 text-2xs text-text-muted">
              <Bot className="size-3" />
              <span className="font-medium text-text">{name || botName || widget("thread.team")}</span>
              {widget("thread.automatic")}
            </p>
            <p className="justify-self-start rounded-lg border border-border-strong border-dashed px-2 py-1.5">
              {t("greeting")}
            </p>
            <p className="justify-self-end rounded-lg bg-accent px-2 py-1.5 text-accent-text">{t("question")}</p>
            <p className="text-2xs">{t("agent")}</p>
            <p className="-mt-1 justify-self-start rounded-lg border border-border bg-surface-raised px-2 py-1.5">
              {t("answer")}
            </p>
          </div>
          <div className="flex items-center justify-between border-border border-t px-3 py-2 text-text-faint text-xs">
            {widget("composer.placeholder")}
            <SendHorizontal className="size-3.5" />
          </div>
          {poweredBy ? (
            <p className="pb-1.5 text-center text-2xs text-text-faint">{widget("footer.poweredBy")}</p>
          ) : null}
        </div>
        <span
          className={`flex h-11 min-w-11 items-center justify-center gap-2 rounded-full bg-accent text-accent-text shadow-float ${side} ${widgetStyle === "bar" ? "px-4" : ""}`}
        >
          <Icon className="size-5" />
          {widgetStyle === "bar" ? <span className="font-medium text-sm">{t("launcher")}</span> : null}
        </span>
      </div>
    </figure>
  );
}
