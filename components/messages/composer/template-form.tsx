"use client";

import { CalendarClock, LayoutTemplate, SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { partOf } from "#server/templates/rules.ts";
import { LaterItems } from "../later/later-items.tsx";
import { PickImage } from "./pick-image.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import type { FilledTemplate, Sendable } from "./use-sendable.ts";

type TemplateFormProps = {
  sendable: Sendable;
  /** Who gets it. */
  name: string;
  /** What was being written before; it comes back with the box. */
  kept?: string;
  /** Back to free words; absent once the window is over. */
  onBack?: (() => void) | undefined;
  onSent?: () => void;
  /** Absent where nothing leaves later. */
  onLater?: (template: FilledTemplate, at: Date | "ask") => void;
  /** It begins a conversation: the list of templates stands open. */
  begins?: boolean;
  /** Somebody asked for it by a button in its place. */
  takesFocus?: boolean;
};

/** One approved template: chosen, filled in, looked at and sent. */
export function TemplateForm(props: TemplateFormProps) {
  const { sendable, name, kept = "", onBack, onSent, onLater, begins, takesFocus } = props;
  const t = useTranslations("messages.templates");
  const [choosing, setChoosing] = useState(begins ?? false);
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { list, offers, template, blocked, gone, parts, slots, values, media, needsMedia, missing } = sendable;
  const takesImage = partOf(parts, "HEADER")?.format === "IMAGE";
  const [asked, setAsked] = useState(false);
  // The button that asked for it is gone.
  useEffect(() => {
    if (takesFocus && !list.isPending && document.activeElement === document.body)
      form.current?.querySelector("button")?.focus();
  }, [takesFocus, list.isPending]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!template || blocked || missing > 0) return;
    try {
      await sendable.submit();
    } catch {
      return;
    }
    setAsked(false);
    onSent?.();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className={cn("grid grid-cols-1 gap-3", !begins && "max-h-[60dvh] overflow-y-auto p-3")}
    >
      {onBack || begins ? null : <p className="text-sm text-text-muted">{t("windowOver", { name })}</p>}
      {kept.trim() ? (
        <p className="rounded-md bg-text/5 px-2.5 py-1.5 text-text-muted text-xs">
          {t("kept")} <bdi className="line-clamp-2 text-text">{kept}</bdi>
        </p>
      ) : null}
      {list.isPending ? <Skeleton className="h-8" /> : null}
      {list.isError && !list.data ? (
        <p role="alert" className="flex items-center gap-2 text-sm text-text-muted">
          {t("failed")}
          <Button variant="link" size="sm" onClick={() => void list.refetch()}>
            {t("retry")}
          </Button>
        </p>
      ) : null}
      {list.data && offers.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      {offers.length > 0 ? (
        <Combobox
          label={t("choose")}
          searchLabel={t("search")}
          placeholder={t("choose")}
          value={template ? String(template.id) : undefined}
          open={choosing}
          onOpenChange={setChoosing}
          onValueChange={(id) => {
            sendable.choose(Number(id));
            // With nothing to fill in, Enter sends it.
            if (begins) requestAnimationFrame(() => firstOf(form.current, button.current)?.focus());
          }}
          options={offers.map((one) => ({
            value: String(one.template.id),
            label: one.template.elementName,
            keywords: [one.template.text, one.template.language],
            hint: one.template.language,
            icon: <LayoutTemplate aria-hidden className="size-4 shrink-0" />,
          }))}
        />
      ) : null}
      {template ? (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <div className="grid content-start gap-3">
            {slots.map(({ key, label, value, example, button }) => (
              <Field
                key={key}
                required
                label={t(`slots.${label}`, { key, button: button ?? key })}
                error={asked && value.trim() === "" ? t("empty") : undefined}
              >
                <Input
                  dir="auto"
                  value={value}
                  maxLength={1024}
                  placeholder={example}
                  onChange={(event) => sendable.write(key, event.target.value)}
                />
              </Field>
            ))}
            {needsMedia ? (
              <Field
                required
                label={t("media")}
                hint={t("mediaHint")}
                error={asked && media.trim() === "" ? t("empty") : undefined}
              >
                <Input
                  type="url"
                  inputMode="url"
                  value={media}
                  maxLength={2048}
                  onChange={(event) => sendable.write("media", event.target.value)}
                />
              </Field>
            ) : null}
            {needsMedia && takesImage ? <PickImage onStored={(url) => sendable.write("media", url)} /> : null}
            {slots.length === 0 && !needsMedia ? <p className="text-sm text-text-muted">{t("nothingToFill")}</p> : null}
          </div>
          <TemplatePreview components={parts} values={values} media={media} />
        </div>
      ) : null}
      {gone ? (
        <p role="alert" className="text-sm text-warning">
          {t("gone")}
        </p>
      ) : null}
      {blocked ? (
        <p role="alert" className="text-sm text-warning">
          {t(`blocked.${blocked}`)}
        </p>
      ) : null}
      {sendable.failure ? (
        <p role="alert" className="text-danger text-sm">
          {sendable.failure.message || t("sendFailed")}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {onBack ? (
          <Button size="sm" variant="ghost" onClick={onBack}>
            {t("back")}
          </Button>
        ) : null}
        <Button
          ref={button}
          type="submit"
          size="sm"
          variant="primary"
          disabled={!template || blocked !== null}
          loading={sendable.sending}
          icon={<SendHorizontal aria-hidden />}
        >
          {t("send")}
        </Button>
        {onLater ? (
          <LaterButton
            disabled={!template || blocked !== null}
            onLater={(at) => {
              setAsked(true);
              if (sendable.filled) onLater(sendable.filled, at);
            }}
          />
        ) : null}
      </div>
    </form>
  );
}

type LaterButtonProps = { disabled: boolean; onLater: (at: Date | "ask") => void };

function LaterButton({ disabled, onLater }: LaterButtonProps) {
  const t = useTranslations("messages.later");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("title")} size="sm" disabled={disabled}>
          <CalendarClock aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" side="top">
        <LaterItems onLater={onLater} ready />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Where one goes on once a template is chosen: its first empty field, else the button. */
function firstOf(form: HTMLFormElement | null, button: HTMLButtonElement | null): HTMLElement | null {
  return [...(form?.querySelectorAll("input") ?? [])].find(({ value }) => value === "") ?? button;
}
