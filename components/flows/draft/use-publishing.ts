"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Nodes } from "./flow-edits.ts";
import type { Published } from "./use-flow-draft.ts";

export type Publishing = {
  /** Publishes over a version; refused when another one is live by now. */
  publish: (over: number) => void;
  pending: boolean;
  /** Why it was refused, where that is no conflict. */
  sentence: string | undefined;
};

type Outcome = { onPublished: (published: Published) => void; onConflict: () => void };

export function usePublishing(chatbotId: string, nodes: Nodes, { onPublished, onConflict }: Outcome): Publishing {
  const t = useTranslations("flows.publish");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const [sentence, setSentence] = useState<string>();
  const save = useMutation(
    trpc.chatbots.saveQuestionList.mutationOptions({
      onSuccess: (published) => {
        cache.refresh(cache.of("chatbots"));
        toast.success(t("done", { version: published.version }));
        onPublished(published);
      },
      onError: (error) => {
        const { code, message } = failureOf(error);
        if (code === "precondition_failed") onConflict();
        else setSentence(code === "validation_error" ? t("refused", { message }) : refusals.sentence(error));
      },
    }),
  );
  return {
    publish: (over) => {
      setSentence(undefined);
      save.mutate({ chatbotId, nodes: [...nodes], ifMatch: String(over) });
    },
    pending: save.isPending,
    sentence,
  };
}
