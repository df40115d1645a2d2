"use client";

import { Combine } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useLive } from "#components/live/live-provider.tsx";
import { carryReplyDraft } from "#components/messages/composer/draft-store.ts";
import { carryReplyFiles } from "#components/messages/later/use-kept-files.ts";

/** Where the messages of this conversation are now. A reply that was begun here goes there too: here none can be sent. */
export function MergedInto({ from, into }: { from: string; into: string }) {
  const t = useTranslations("conversations.merge");
  const { user } = useLive();
  useEffect(() => {
    carryReplyDraft(user.id, from, into);
    carryReplyFiles(user.id, from, into);
  }, [user.id, from, into]);
  return (
    <p className="flex items-center gap-2 border-border border-b bg-text/5 px-4 py-1.5 text-sm">
      <Combine aria-hidden className="size-4 shrink-0 text-text-muted" />
      <span className="min-w-0 flex-1">{t("mergedInto")}</span>
      <Link
        href={`/inbox/${into}`}
        className="inline-flex min-h-7 shrink-0 items-center font-medium text-accent underline-offset-2 hover:underline touch:min-h-11"
      >
        {t("goThere")}
      </Link>
    </p>
  );
}
