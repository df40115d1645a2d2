"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { LateTexts } from "#components/frame/more-texts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Messages } from "#i18n/namespaces.ts";
import type { Macro } from "#server/macros/schema.ts";
import { useActionWords } from "./action-words.ts";
import { MacroPreview } from "./macro-preview.tsx";
import type { MacroDialogProps } from "./use-macros.tsx";
import { useNames } from "./use-names.ts";

type Texts = Pick<Messages, "actions" | "macros">;

const textsIn: Record<string, () => Promise<Texts>> = {
  en: async () => ({
    actions: (await import("#i18n/en/actions.json")).default,
    macros: (await import("#i18n/en/macros.json")).default,
  }),
  es: async () => ({
    actions: (await import("#i18n/es/actions.json")).default,
    macros: (await import("#i18n/es/macros.json")).default,
  }),
  pt: async () => ({
    actions: (await import("#i18n/pt/actions.json")).default,
    macros: (await import("#i18n/pt/macros.json")).default,
  }),
};

/** First which macro, then what it would do here, then it is run. */
export function MacroDialog(props: MacroDialogProps) {
  return (
    <LateTexts textsIn={textsIn} open={props.open} onOpenChange={props.onOpenChange}>
      <Panel {...props} />
    </LateTexts>
  );
}

function Panel({ open, onOpenChange, conversationId, chosen, onChoose }: MacroDialogProps) {
  const t = useTranslations("macros.run");
  const trpc = useTRPC();
  const macros = useQuery(trpc.macros.all.queryOptions({}, { enabled: open }));
  const names = useNames();
  const macro = macros.data?.find(({ id }) => id === chosen);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={macro ? macro.name : t("title")}>
      {macro ? (
        <MacroPreview
          key={macro.id}
          macro={macro}
          names={names}
          conversationId={conversationId}
          onBack={() => onChoose(undefined)}
          onDone={() => onOpenChange(false)}
        />
      ) : (
        <DialogBody>
          {macros.isError && !macros.data ? (
            <ErrorState onRetry={() => void macros.refetch()} retrying={macros.isFetching} />
          ) : null}
          {macros.isPending ? <Skeleton className="h-24" /> : null}
          {macros.data?.length === 0 ? (
            <EmptyState
              title={t("none")}
              description={
                <Link href="/settings/macros" className="text-accent underline underline-offset-4">
                  {t("make")}
                </Link>
              }
            />
          ) : null}
          <ul aria-label={t("title")} className="grid gap-0.5 empty:hidden">
            {macros.data?.map((one) => (
              <MacroChoice key={one.id} macro={one} names={names} onChoose={() => onChoose(one.id)} />
            ))}
          </ul>
        </DialogBody>
      )}
    </Dialog>
  );
}

type MacroChoiceProps = { macro: Macro; names: ReturnType<typeof useNames>; onChoose: () => void };

function MacroChoice({ macro: { name, key, actions }, names, onChoose }: MacroChoiceProps) {
  const words = useActionWords(names);
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-start hover:bg-text/6 touch:min-h-11"
      >
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-medium text-sm">{name}</span>
          <span className="truncate text-text-muted text-xs">{actions.map(words).join(" · ")}</span>
        </span>
        {key ? <kbd className="font-mono text-2xs text-text-muted uppercase">M {key}</kbd> : null}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-text-faint" />
      </button>
    </li>
  );
}
