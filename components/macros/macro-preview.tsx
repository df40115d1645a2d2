"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { leftIn } from "#components/conversations/data/taking-back.ts";
import { useLasting } from "#components/conversations/selection/use-lasting.ts";
import { whyKeyOf } from "#components/conversations/selection/why.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { isUnanswered } from "#components/live/failures/unanswered.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionOutcome } from "#server/actions/schema.ts";
import type { Macro } from "#server/macros/schema.ts";
import { useActionWords } from "./action-words.ts";
import type { Names } from "./use-names.ts";

type MacroPreviewProps = {
  macro: Macro;
  names: Names;
  conversationId: string;
  onBack: () => void;
  onDone: () => void;
};

type Asked = Readonly<Record<string, string>>;

const undoMs = 10_000;

/** What the macro would do to the open conversation, with what it asks for; then it is run, and can be taken back. */
export function MacroPreview({ macro, names, conversationId, onBack, onDone }: MacroPreviewProps) {
  const t = useTranslations("macros.run");
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Asked>({});
  useUnsaved(asked);
  const [shown, setShown] = useState<Asked>({});
  const at = { conversationId, macroId: macro.id };
  const preview = useQuery(
    trpc.macros.preview.queryOptions(
      { ...at, asked: shown },
      { gcTime: 0, staleTime: 0, placeholderData: keepPreviousData },
    ),
  );
  const { run, running } = useRun(macro, at, onDone);
  const prompts = preview.data?.prompts ?? [];
  const form = useRef<HTMLFormElement>(null);
  const ready = preview.data !== undefined;
  // Enter runs it, or what it asks for is typed at once.
  useEffect(() => {
    if (ready) form.current?.querySelector<HTMLElement>("input, [type=submit]")?.focus();
  }, [ready]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(asked);
  };
  return (
    <form ref={form} noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        {prompts.map(({ label, fallback }) => (
          <Field key={label} label={label}>
            <Input
              value={asked[label] ?? ""}
              placeholder={fallback}
              maxLength={1000}
              autoComplete="off"
              onChange={(event) => setAsked({ ...asked, [label]: event.target.value })}
              onBlur={() => setShown(asked)}
            />
          </Field>
        ))}
        {preview.isPending ? <Skeleton className="h-24" /> : null}
        {preview.isError && !preview.data ? (
          <ErrorState
            className="py-2"
            description={failureOf(preview.error).message || undefined}
            onRetry={() => void preview.refetch()}
          />
        ) : null}
        <ol aria-label={t("preview")} className="grid gap-2 empty:hidden">
          {preview.data?.actions.map((outcome, index) => (
            <Effect key={index} outcome={outcome} action={macro.actions[index]} names={names} text={outcome.text} />
          ))}
        </ol>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onBack}>{t("back")}</Button>
        <Button type="submit" variant="primary" loading={running} disabled={!preview.data}>
          {t("run")}
        </Button>
      </DialogFooter>
    </form>
  );
}

const signs = {
  done: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />,
  skipped: <CircleMinus aria-hidden className="mt-0.5 size-4 shrink-0 text-text-faint" />,
  failed: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
};

/** Left in the text where it has neither a value nor a fallback; of a prompt, its label. */
const variable = /\{\{\s*(?:ask:\s*)?([^{}|]+?)\s*\}\}/g;

type EffectProps = {
  outcome: ActionOutcome;
  action: Macro["actions"][number] | undefined;
  names: Names;
  /** What would be written. */
  text: string;
};

function Effect({ outcome: { outcome, why }, action, names, text }: EffectProps) {
  const t = useTranslations("macros.run");
  const words = useActionWords(names);
  const actions = useTranslations("actions");
  const unfilled = outcome === "failed" ? [...text.matchAll(variable)].map(([, name = ""]) => name) : [];
  return (
    <li className="flex items-start gap-2 text-sm">
      {signs[outcome]}
      <div className="grid min-w-0 flex-1 gap-1">
        <span>{action ? words(action) : null}</span>
        {text ? <p className="whitespace-pre-wrap break-words rounded-md bg-text/5 px-2 py-1 text-sm">{text}</p> : null}
        {why ? (
          <span className={outcome === "failed" ? "text-danger text-xs" : "text-text-muted text-xs"}>
            {t(outcome === "failed" ? "fails" : "skips")}{" "}
            {why.missing
              ? actions("missingFields", { names: why.missing.join(", ") })
              : unfilled.length > 0
                ? t("missing", { names: unfilled.join(", ") })
                : actions(`why.${whyKeyOf(why.code)}`)}
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Runs it, says what came of it and offers to take it back as one. */
function useRun(macro: Macro, at: { conversationId: string; macroId: string }, onDone: () => void) {
  const t = useTranslations("macros.run");
  const trpc = useTRPC();
  const toast = useToast();
  const failed = (error: unknown) => toast.error(t("notRun"), { description: failureOf(error).message });
  const lastingOf = useLasting();
  const { mutateAsync: undo } = useMutation(trpc.actions.undo.mutationOptions());
  const takeBack = async (jobId: string, done: readonly ActionOutcome[]) => {
    try {
      const answer = await undo({ jobId });
      const lasting = lastingOf(done.map(({ name }) => name));
      const more = lasting ? { description: lasting } : {};
      // What a colleague has changed since stays theirs.
      if (leftIn(answer) > 0) toast.info(t("undonePartly"), more);
      else toast.success(t(lasting ? "undoneBut" : "undone"), more);
    } catch (error) {
      failed(error);
    }
  };
  const { mutate, isPending } = useMutation(
    trpc.macros.run.mutationOptions({
      onSuccess: ({ jobId, undoable, actions }) => {
        const done = actions.filter(({ outcome }) => outcome === "done");
        const offer = undoable ? { undo: () => void takeBack(jobId, done), lastsMs: undoMs } : {};
        const lost = actions.filter(({ outcome }) => outcome === "failed").length;
        const { name } = macro;
        if (lost > 0) toast.info(t("partly", { name, count: lost, total: actions.length }), offer);
        else toast.success(t("done", { name }), offer);
        onDone();
      },
      onError: (error) => (isUnanswered(error) ? toast.error(t("unanswered")) : failed(error)),
    }),
  );
  return { run: (asked: Asked) => mutate({ ...at, asked }), running: isPending };
}
