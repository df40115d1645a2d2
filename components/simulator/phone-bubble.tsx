"use client";

import {
  Check,
  CheckCheck,
  CircleAlert,
  Ellipsis,
  FileText,
  Film,
  ImageIcon,
  type LucideIcon,
  MapPin,
  Mic,
  User,
} from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { MessageText } from "#components/messages/bubble/message-text.tsx";
import { AudioPlayer } from "#components/messages/files/audio-player.tsx";
import { clock } from "#components/time/moments.ts";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { PhoneShown } from "./phone-body.ts";

export type PhoneLine = {
  id: string;
  direction: "in" | "out";
  status: string;
  createdAt: string;
  /** Address of a file that the platform has. */
  media: string;
  mediaName: string;
  /** The business's reaction on it. */
  reaction: string;
  shown: PhoneShown;
  /** The text of a template, filled in. */
  templateText: string;
};

export type LineAction = "quote" | "edit" | "delete" | "like" | "love" | "unreact";

type PhoneBubbleProps = {
  line: PhoneLine;
  quoted: string;
  onAction: (action: LineAction) => void;
  onTap: (option: PhoneShown["options"][number]) => void;
};

const signs: Partial<Record<PhoneShown["kind"], LucideIcon>> = {
  audio: Mic,
  video: Film,
  document: FileText,
  location: MapPin,
  contacts: User,
  image: ImageIcon,
};

/** One message as its customer sees it: their own on the right, the business on the left. */
export function PhoneBubble({ line, quoted, onAction, onTap }: PhoneBubbleProps) {
  const t = useTranslations("simulator.phone");
  const own = line.direction === "in";
  const gone = line.status === "deleted";
  return (
    <li className={cn("group flex max-w-full items-start gap-1", own && "flex-row-reverse")}>
      <div className={cn("grid max-w-[85%] gap-1", own && "justify-items-end")}>
        <div className={cn("grid gap-1 rounded-xl px-2.5 py-1.5", own ? "bg-success/15" : "bg-surface-raised")}>
          <span className="sr-only">{own ? t("you") : t("business")}</span>
          {quoted ? (
            <blockquote className="line-clamp-1 border-text-faint border-l-2 pl-1.5 text-text-muted text-xs">
              {quoted}
            </blockquote>
          ) : null}
          {gone ? <p className="text-sm text-text-muted italic">{t("deleted")}</p> : <Content line={line} />}
          <Fate line={line} />
        </div>
        {line.reaction ? (
          <span className="-mt-2 w-fit rounded-full border border-border bg-surface px-1.5 text-sm">
            <span className="sr-only">{t("reacted")} </span>
            {line.reaction}
          </span>
        ) : null}
        {gone ? null : <Options shown={line.shown} onTap={onTap} />}
      </div>
      {gone ? null : <Actions own={own} onAction={onAction} />}
    </li>
  );
}

function Content({ line }: { line: PhoneLine }) {
  const t = useTranslations("simulator.phone");
  const { shown, templateText } = line;
  const image = line.media || shown.image;
  const Sign = signs[shown.kind];
  const picture = /\.(png|jpe?g|webp|gif)(\?|$)/i.test(image) || (shown.image !== "" && shown.kind !== "document");
  const text = templateText || shown.text;
  const [broken, setBroken] = useState(false);
  const sound = shown.kind === "audio" && line.media !== "" && !broken;
  return (
    <>
      {sound ? (
        <AudioPlayer
          src={line.media}
          label={line.mediaName || t("kinds.audio")}
          durationMs={undefined}
          size={0}
          onBroken={() => setBroken(true)}
        />
      ) : picture && image ? (
        <img
          src={image}
          alt={shown.text || t("kinds.image")}
          className="max-h-48 max-w-full rounded-lg bg-text/5 object-cover"
        />
      ) : Sign ? (
        <p className="flex items-center gap-2 text-sm text-text-muted">
          <Sign aria-hidden className="size-4 shrink-0" />
          {line.media && line.mediaName ? (
            <a href={line.media} className="underline underline-offset-2">
              {line.mediaName}
            </a>
          ) : (
            t(`kinds.${shown.kind}`)
          )}
        </p>
      ) : null}
      {shown.kind === "other" ? <p className="text-sm text-text-muted italic">{t("kinds.other")}</p> : null}
      {text ? <MessageText text={text} /> : null}
      {shown.template && !templateText ? (
        <p className="text-sm text-text-muted">{t("template", { name: shown.template.name })}</p>
      ) : null}
    </>
  );
}

function Options({ shown, onTap }: Pick<PhoneBubbleProps, "onTap"> & { shown: PhoneShown }) {
  const t = useTranslations("simulator.phone");
  if (shown.options.length === 0) return null;
  const buttons = shown.options.map((option) => (
    <button
      key={`${option.payload} ${option.title}`}
      type="button"
      onClick={() => onTap(option)}
      className="min-h-9 rounded-lg border border-border-strong bg-surface-raised px-3 font-medium text-accent text-sm hover:bg-accent/8 touch:min-h-11"
    >
      {option.title}
      {option.hint ? <span className="block font-normal text-text-muted text-xs">{option.hint}</span> : null}
    </button>
  ));
  if (!shown.list) return <div className="grid gap-1">{buttons}</div>;
  return (
    <details className="grid gap-1">
      <summary className="flex min-h-9 cursor-pointer items-center justify-center rounded-lg border border-border-strong bg-surface-raised px-3 font-medium text-accent text-sm touch:min-h-11">
        {shown.list || t("list")}
      </summary>
      <div className="grid gap-1 pt-1">{buttons}</div>
    </details>
  );
}

function Fate({ line }: { line: PhoneLine }) {
  const t = useTranslations("simulator.phone");
  const format = useFormatter();
  const { status, direction } = line;
  const known = status === "sent" || status === "delivered" || status === "read" || status === "failed";
  const Sign = status === "failed" ? CircleAlert : status === "sent" ? Check : CheckCheck;
  return (
    <span className="flex items-center justify-end gap-1 text-2xs text-text-muted tabular">
      {format.dateTime(new Date(line.createdAt), clock)}
      {direction === "out" && known ? (
        <>
          <Sign aria-hidden className={cn("size-3", status === "read" && "text-accent")} />
          <span className="sr-only">{t(`fates.${status}`)}</span>
        </>
      ) : null}
    </span>
  );
}

function Actions({ own, onAction }: { own: boolean; onAction: (action: LineAction) => void }) {
  const t = useTranslations("simulator.phone");
  const actions: readonly LineAction[] = own ? ["quote", "edit", "delete"] : ["quote", "like", "love", "unreact"];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={t("actions.menu")}
          size="xs"
          className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map((action) => (
          <DropdownMenuItem key={action} onSelect={() => onAction(action)}>
            {t(`actions.${action}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
