"use client";

import { Inbox } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { ConversationPanel } from "#components/conversations/conversation-panel.tsx";
import { useImmersion } from "#components/frame/immersion.ts";
import { Button } from "#components/ui/button.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import type { PipelineNavigation } from "./use-pipeline-address.ts";

type BoardPanelProps = { navigation: PipelineNavigation; board: RefObject<HTMLDivElement | null> };

/** A thread over the right of the board, which stays live behind it. Closing gives the focus back to its card. */
export function BoardPanel({ navigation, board }: BoardPanelProps) {
  const t = useTranslations("pipeline.panel");
  const { conversationId } = navigation.address;
  useImmersion(conversationId !== undefined);
  const close = () => navigation.open(undefined);
  const focusCard = (event: Event) => {
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(navigation.lastOpen() ?? "")}"]`);
    if (!card) return;
    event.preventDefault();
    card.focus();
  };
  return (
    <Sheet
      open={conversationId !== undefined}
      onOpenChange={(open) => open || close()}
      title={t("title")}
      modal={false}
      className="max-w-132"
      onCloseAutoFocus={focusCard}
      actions={
        conversationId ? (
          <Button asChild variant="ghost" size="sm">
            <Link href={`/inbox/${conversationId}`}>
              <Inbox aria-hidden />
              {t("inInbox")}
            </Link>
          </Button>
        ) : null
      }
    >
      <div className="flex h-full min-h-0 flex-col">
        {conversationId ? (
          <ConversationPanel key={conversationId} conversationId={conversationId} onLeave={close} />
        ) : null}
      </div>
    </Sheet>
  );
}
