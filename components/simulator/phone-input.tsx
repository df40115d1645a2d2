"use client";

import { Mic, Paperclip, SendHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { DropHere, useDropping } from "#components/messages/composer/composer-notices.tsx";
import { filesIn } from "#components/messages/files/file-uploads.ts";
import { storeFile } from "#components/messages/files/store-file.ts";
import { useRecordable, VoiceRow } from "#components/messages/files/voice-row.tsx";
import { cn } from "#components/ui/class-names.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { capabilitiesOf } from "#server/channels/capabilities.ts";
import { kindOfType } from "#server/uploads/choices.ts";
import type { Phone } from "./use-phone.ts";

/** What is being answered or changed. */
export type Aim = { kind: "quote" | "edit"; target: string; text: string };

type PhoneInputProps = { phone: Phone; aim: Aim | undefined; onAim: (aim: Aim | undefined) => void; pages: boolean };

const plain = ["audio", "document", "sticker", "location", "contacts", "order", "unsupported"] as const;

/** Where the customer types, attaches and sends. */
export function PhoneInput({ phone, aim, onAim, pages }: PhoneInputProps) {
  const t = useTranslations("simulator.phone");
  const toast = useToast();
  const [text, setText] = useState("");
  const [fromAd, setFromAd] = useState(false);
  const [recording, setRecording] = useState(false);
  const records = useRecordable(capabilitiesOf(pages ? "FACEBOOK" : "WHATSAPP"));
  const picker = useRef<HTMLInputElement>(null);
  const target = aim?.kind === "quote" ? aim.target : "";
  const done = () => {
    setText("");
    setFromAd(false);
    onAim(undefined);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const typed = text.trim();
    if (typed === "") return;
    if (aim?.kind === "edit") phone.send({ type: "edit", target: aim.target, text: typed });
    else phone.send({ type: "text", text: typed, target, fromAd });
    done();
  };
  const sendFile = async (file: File, { voice = false, caption = text.trim() } = {}) => {
    const stored = await storeFile({ file, voice }).catch(() => undefined);
    if (!stored) return toast.error(t("fileFailed"));
    const kind = kindOfType(stored.type);
    const type = kind === "file" ? "document" : kind;
    phone.send({ type, url: stored.url, text: caption, target, fromAd });
    done();
  };
  /** What was typed goes with the first one. */
  const take = async ([first, ...others]: readonly File[]) => {
    if (first) await sendFile(first);
    for (const file of others) await sendFile(file, { caption: "" });
  };
  const { over, handlers } = useDropping(true, (files) => void take(files));
  const kinds = plain.filter((kind) => !pages || (kind !== "contacts" && kind !== "order"));
  return (
    <form onSubmit={submit} {...handlers} className="relative grid gap-1.5 border-border border-t bg-surface p-2">
      {over ? <DropHere /> : null}
      {aim ? (
        <p className="flex items-center gap-2 rounded-md bg-text/5 px-2 py-1 text-text-muted text-xs">
          <span className="min-w-0 flex-1 truncate">{t(`aims.${aim.kind}`, { text: aim.text })}</span>
          <IconButton label={t("aims.cancel")} size="xs" onClick={() => onAim(undefined)}>
            <X aria-hidden />
          </IconButton>
        </p>
      ) : null}
      {records && recording ? (
        <VoiceRow
          type={records}
          finish={false}
          onFile={(file) => void sendFile(file, { voice: true })}
          onEnd={() => setRecording(false)}
        />
      ) : null}
      <div className={cn("flex items-end gap-1", recording && "hidden")}>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={t("attach")}>
              <Paperclip aria-hidden />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent side="top">
            <DropdownMenuItem onSelect={() => picker.current?.click()}>{t("fromFile")}</DropdownMenuItem>
            {kinds.map((kind) => (
              <DropdownMenuItem
                key={kind}
                onSelect={() => {
                  phone.send({ type: kind, text: text.trim(), target, fromAd });
                  done();
                }}
              >
                {t(`kinds.${kind}`)}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t("pickFile")}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) void sendFile(file);
          }}
        />
        <textarea
          dir="auto"
          rows={1}
          value={text}
          maxLength={4096}
          aria-label={t("write")}
          placeholder={t("write")}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event: ClipboardEvent) => {
            const files = filesIn(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            void take(files);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          className="field-sizing-content max-h-28 min-h-8 min-w-0 flex-1 resize-none rounded-2xl border border-border-strong bg-background px-3 py-1.5 text-sm touch:min-h-11 touch:text-base"
        />
        {records && text === "" ? (
          <IconButton label={t("record")} onClick={() => setRecording(true)}>
            <Mic aria-hidden />
          </IconButton>
        ) : null}
        <IconButton type="submit" variant="primary" label={t("send")} disabled={text.trim() === ""}>
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
      <Field inline label={t("fromAd")} className="px-1">
        <Switch checked={fromAd} onCheckedChange={setFromAd} />
      </Field>
    </form>
  );
}
