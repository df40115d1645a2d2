"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import type { ComposerTextHandle } from "#components/messages/composer/composer-text.tsx";
import type { PickedAnswer } from "#components/messages/composer/suggestions.tsx";
import type { ReadyFile } from "#components/messages/composer/use-composer-handle.ts";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";

/* With its dialog, and only once a ready answer is picked. */
const AnswerFilling = dynamic(
  () => untilLoaded(() => import("./answer-filling.tsx")).then((module) => module.AnswerFilling),
  { loading: () => null },
);

type Parts = {
  conversationId: string;
  able: Capabilities;
  box: RefObject<ComposerTextHandle | null>;
  onFiles: (files: readonly ReadyFile[]) => void;
};

/** Ready answers in the composer: `pick` begins to fill one, `piece` is what asks for what it needs. */
export function useAnswers({ conversationId, able, box, onFiles }: Parts) {
  const [picked, setPicked] = useState<{ answer: PickedAnswer; written: boolean; at: number }>();
  const piece = picked ? (
    <AnswerFilling
      key={picked.at}
      conversationId={conversationId}
      answer={picked.answer}
      written={picked.written}
      able={able}
      onFilled={(text, files) => {
        box.current?.insert(text);
        onFiles(files);
      }}
      onClose={() => setPicked(undefined)}
    />
  ) : null;
  return { pick: (answer: PickedAnswer, written: boolean) => setPicked({ answer, written, at: Date.now() }), piece };
}

/** Names what has to be filled in before the text can be sent. */
export function UnfilledLine({ missing }: { missing: readonly string[] }) {
  const t = useTranslations("messages.composer");
  if (missing.length === 0) return null;
  return (
    <p role="status" className="px-3 pb-1 text-danger text-xs">
      {t("unfilled", { names: missing.join(", ") })}
    </p>
  );
}
