"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import type { PickedAnswer } from "#components/messages/composer/suggestions.tsx";
import type { ReadyFile } from "#components/messages/composer/use-composer-handle.ts";
import type { FileDraft } from "#components/messages/files/file-uploads.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type Asked, prompts } from "#server/answers/rendering.ts";
import type { UsedAnswer } from "#server/answers/schema.ts";
import { kindFor } from "#server/channels/capabilities.ts";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";

type AnswerFillingProps = {
  conversationId: string;
  answer: PickedAnswer;
  /** It has no variables and no files, and stands in the box already: it is only counted. */
  written: boolean;
  able: Capabilities;
  onFilled: (text: string, files: readonly ReadyFile[]) => void;
  onClose: () => void;
};

function filesOf(able: Capabilities, files: UsedAnswer["files"]): { taken: ReadyFile[]; refused: string[] } {
  const taken: Pick<FileDraft, "kind" | "name" | "url" | "voice">[] = [];
  const refused: string[] = [];
  for (const { name, url, type, size } of files) {
    const kind = kindFor(able, type, size);
    if (kind) taken.push({ kind, name, url, voice: false });
    else refused.push(name);
  }
  return { taken, refused };
}

/** Fills a ready answer for the conversation, and asks what it asks for first. */
export function AnswerFilling({ conversationId, answer, written, able, onFilled, onClose }: AnswerFillingProps) {
  const t = useTranslations("messages.canned");
  const trpc = useTRPC();
  const toast = useToast();
  const asks = written ? [] : prompts(answer.text);
  const use = useMutation(trpc.answers.use.mutationOptions());
  const begun = useRef(false);
  const fill = (asked: Asked) => {
    use.mutate(
      { conversationId, answerId: answer.id, asked },
      {
        onSuccess: ({ text, files }) => {
          const { taken, refused } = filesOf(able, files);
          if (!written) onFilled(text, taken);
          for (const name of refused) toast.error(t("fileRefused", { name }));
          onClose();
        },
        onError: () => {
          // Counting alone is nobody's worry.
          if (!written) toast.error(t("failed"));
          // What was asked for and typed stays, to be sent once more.
          if (asks.length === 0) onClose();
        },
      },
    );
  };
  const now = useRef(fill);
  now.current = fill;
  useEffect(() => {
    if (asks.length > 0 || begun.current) return;
    begun.current = true;
    now.current({});
  }, [asks.length]);
  if (asks.length === 0) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("askTitle")} description={t("askHint")}>
      <Prompts asks={asks} busy={use.isPending} onDone={fill} />
    </Dialog>
  );
}

type PromptsProps = {
  asks: readonly { label: string; fallback: string }[];
  busy: boolean;
  onDone: (asked: Asked) => void;
};

function Prompts({ asks, busy, onDone }: PromptsProps) {
  const t = useTranslations("messages.canned");
  const [asked, setAsked] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(asked);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        {asks.map(({ label, fallback }) => (
          <Field key={label} label={label}>
            <Input
              value={asked[label] ?? ""}
              placeholder={fallback}
              maxLength={1000}
              autoComplete="off"
              onChange={(event) => setAsked({ ...asked, [label]: event.target.value })}
            />
          </Field>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={busy}>
          {t("insert")}
        </Button>
      </DialogFooter>
    </form>
  );
}
