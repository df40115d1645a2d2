"use client";

import { AtSign, ChevronDown, LayoutTemplate, Mic, Paperclip, SendHorizontal, Smile, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { LaterItems } from "../later/later-items.tsx";
import type { Trigger } from "./caret-query.ts";
import type { DraftMode } from "./draft-mode.ts";
import { type SendKeys, sendKeys } from "./send-keys.ts";

const EmojiPicker = lazy(async () => ({
  default: (await untilLoaded(() => import("./emoji-picker.tsx"))).EmojiPicker,
}));

type ComposerBarProps = {
  mode: DraftMode;
  /** Characters that still fit. */
  left: number;
  ready: boolean;
  keys: SendKeys;
  onKeys: (keys: SendKeys) => void;
  onEmoji: (sign: string) => void;
  onLookUp: (trigger: Trigger) => void;
  onFiles: (files: File[]) => void;
  /** Begins a voice note; absent where this browser cannot record. */
  onRecord?: (() => void) | undefined;
  /** Opens the choice of templates; absent where the channel has none. */
  onTemplate?: (() => void) | undefined;
  onSend: () => void;
  /** Absent where nothing can wait: a note. */
  onLater: ((at: Date | "ask") => void) | undefined;
};

/** What can go into a message, and the button that sends it. */
export function ComposerBar(props: ComposerBarProps) {
  const { mode, left, ready, keys, onKeys, onLookUp, onFiles, onSend } = props;
  const t = useTranslations("messages.composer");
  // Beside five tools a small phone has no room for the word.
  const slim = mode === "reply" && props.onTemplate !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-0.5 px-1.5 pb-1.5">
      <EmojiButton onPick={props.onEmoji} />
      {mode === "reply" ? (
        <>
          <FileButton onFiles={onFiles} />
          <IconButton
            label={props.onRecord ? t("record") : t("noRecording")}
            size="sm"
            disabled={!props.onRecord}
            onClick={props.onRecord}
          >
            <Mic aria-hidden />
          </IconButton>
          <IconButton label={t("canned")} shortcut="/" size="sm" onClick={() => onLookUp("/")}>
            <Zap aria-hidden />
          </IconButton>
          {props.onTemplate ? (
            <IconButton label={t("pickTemplate")} size="sm" onClick={props.onTemplate}>
              <LayoutTemplate aria-hidden />
            </IconButton>
          ) : null}
        </>
      ) : (
        <IconButton label={t("mention")} shortcut="@" size="sm" onClick={() => onLookUp("@")}>
          <AtSign aria-hidden />
        </IconButton>
      )}
      <div className="ml-auto flex items-center">
        <p role="status" className={cn("not-empty:px-2 text-xs", left < 0 ? "text-danger" : "text-text-muted")}>
          {left < 0 ? t("over", { count: -left }) : left < 200 ? t("left", { count: left }) : ""}
        </p>
        <Button
          size="sm"
          variant="primary"
          disabled={!ready}
          onClick={onSend}
          icon={mode === "reply" ? <SendHorizontal aria-hidden /> : undefined}
          className={cn("rounded-r-none", slim && "touch:min-w-11 max-[26rem]:gap-0")}
        >
          <span className={slim ? "max-[26rem]:sr-only" : undefined}>{t(mode === "reply" ? "send" : "sendNote")}</span>
        </Button>
        <SendOptions keys={keys} onKeys={onKeys} onLater={props.onLater} ready={ready} />
      </div>
    </div>
  );
}

function EmojiButton({ onPick }: { onPick: (sign: string) => void }) {
  const t = useTranslations("messages.composer");
  const [open, setOpen] = useState(false);
  const picked = useRef(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label={t("emoji")} size="sm">
          <Smile aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent
        side="top"
        aria-label={t("emoji")}
        className="w-76"
        onCloseAutoFocus={(event) => {
          // After a choice the focus belongs to the text box.
          if (picked.current) event.preventDefault();
          picked.current = false;
        }}
      >
        <Suspense fallback={<div className="h-72" />}>
          <EmojiPicker
            onPick={(sign) => {
              picked.current = true;
              setOpen(false);
              onPick(sign);
            }}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

function FileButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations("messages.composer");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t("file")} size="sm" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t("file")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

type SendOptionsProps = Pick<ComposerBarProps, "keys" | "onKeys" | "onLater" | "ready">;

function SendOptions({ keys, onKeys, onLater, ready }: SendOptionsProps) {
  const t = useTranslations("messages.composer");
  const labels: Record<SendKeys, string> = { enter: t("sendEnter"), "mod+enter": t("sendModEnter") };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={t("options")}
          size="sm"
          variant="primary"
          className="w-6 rounded-l-none border-accent-text/25 border-l"
        >
          <ChevronDown aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" side="top" className="max-w-90">
        {onLater ? (
          <>
            <LaterItems onLater={onLater} ready={ready} />
            <DropdownMenuSeparator />
          </>
        ) : null}
        <DropdownMenuLabel>{t("sendWith")}</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={keys}
          onValueChange={(value) => {
            const chosen = sendKeys.find((known) => known === value);
            if (chosen) onKeys(chosen);
          }}
        >
          {sendKeys.map((known) => (
            <DropdownMenuRadioItem key={known} value={known}>
              {labels[known]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
