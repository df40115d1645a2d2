"use client";

import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "#components/json/code-block.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useToast } from "#components/ui/toast.tsx";
import { type FirstStep, firstSteps } from "#server/companies/choices.ts";
import type { FirstStepsPanelProps } from "./first-steps.tsx";

const linkStyles = "font-medium text-accent underline-offset-2 hover:underline";

/** The steps that are left, each with where it is done. */
export function FirstStepsPanel({ data }: FirstStepsPanelProps) {
  const t = useTranslations("inbox.firstSteps");
  const trpc = useTRPC();
  const { cache } = useLive();
  const toast = useToast();
  const note = useMutation(
    trpc.companies.noteFirstStep.mutationOptions({
      onSuccess: () => cache.refresh(cache.of("companies.firstSteps")),
      onError: () => toast.error(t("failed")),
    }),
  );
  const left = firstSteps.filter((step) => !data.done[step]);
  const [next] = left;
  const hide = () => {
    note.mutate({ hidden: true });
    toast.success(t("hidden"), { undo: () => note.mutate({ hidden: false }) });
  };
  const done = firstSteps.length - left.length;
  return (
    <section aria-label={t("title")} className="rounded-lg border border-border bg-surface-raised">
      <header className="flex items-baseline gap-3 border-border border-b px-4 py-3">
        <h2 className="flex-1 font-semibold">{t("title")}</h2>
        <span className="text-sm text-text-muted tabular">{t("progress", { done, total: firstSteps.length })}</span>
      </header>
      <ol className="grid">
        {firstSteps.map((step) => (
          <Step key={step} step={step} done={data.done[step] === true} open={step === next}>
            <Deed step={step} data={data} onCopied={() => note.mutate({ snippet: true })} />
          </Step>
        ))}
      </ol>
      <footer className="border-border border-t px-4 py-2 text-end">
        <Button variant="ghost" size="sm" onClick={hide}>
          {t("hide")}
        </Button>
      </footer>
    </section>
  );
}

function Step({ step, done, open, children }: { step: FirstStep; done: boolean; open: boolean; children: ReactNode }) {
  const t = useTranslations("inbox.firstSteps");
  return (
    <li className="flex gap-3 border-border border-t px-4 py-2.5 first:border-t-0">
      <span
        className={cn(
          "mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border",
          done ? "border-success bg-success/15 text-success" : "border-border-strong text-transparent",
        )}
      >
        <Check aria-hidden className="size-3.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5 text-sm">
        <p className={cn(done ? "text-text-muted" : "font-medium")}>
          {t(`steps.${step}.title`)}
          <span className="sr-only">{done ? t("done") : t("toDo")}</span>
        </p>
        {done || !(open || step === "snippet") ? null : <p className="text-text-muted">{t(`steps.${step}.hint`)}</p>}
        {done ? null : children}
      </div>
    </li>
  );
}

type DeedProps = {
  step: FirstStep;
  data: { channelId: string | null; origin: string };
  onCopied: () => void;
};

/** Where a step is done. */
function Deed({ step, data: { channelId, origin }, onCopied }: DeedProps) {
  const t = useTranslations("inbox.firstSteps");
  const go = (href: string) => (
    <Link href={href} className={cn(linkStyles, "justify-self-start")}>
      {t(`steps.${step}.action`)}
    </Link>
  );
  switch (step) {
    case "snippet":
      if (!channelId) return go("/settings/channels");
      return (
        <CodeBlock
          wrap
          label={t("steps.snippet.action")}
          code={`<script async src="${origin}/widget.js" data-channel="${channelId}"></script>`}
          onCopied={onCopied}
        />
      );
    case "visitor":
      if (!channelId) return go("/settings/channels");
      return (
        <a
          href={`/widget/${channelId}`}
          target="_blank"
          rel="noopener"
          className={cn(linkStyles, "justify-self-start")}
        >
          {t("steps.visitor.action")}
        </a>
      );
    case "answer":
      return go("/inbox?view=all");
    case "publish":
      return go("/chatbots");
    case "whatsapp":
      return go("/settings/channels");
    case "invite":
      return go("/settings/members");
  }
}
