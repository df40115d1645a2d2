"use client";

import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { TaskPanel } from "#components/tasks/task-panel.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { useDirectory } from "../data/directory.ts";
import { useConversation } from "../data/use-conversation.ts";
import { useViewer } from "../data/use-viewer.ts";
import { useVisitorName } from "../visitor-name.ts";
import { Attribution, Collected } from "./attribution.tsx";
import { ContactDetails, useShownContact } from "./contact-details.tsx";
import { ContactHistory } from "./contact-history.tsx";
import { ContactNotes } from "./contact-notes.tsx";
import { ConversationFields } from "./conversation-fields.tsx";
import { DetailsSection } from "./details-section.tsx";
import { OtherConversations } from "./other-conversations.tsx";

/* Fetched when it is first opened. */
const FileGallery = dynamic(
  () => untilLoaded(() => import("#components/messages/gallery/file-gallery.tsx")).then((module) => module.FileGallery),
  { loading: () => null },
);

type DetailsPaneProps = {
  conversationId: string;
  onClose: () => void;
  onOpen: (conversationId: string) => void;
};

/** Everything known about the person and the conversation, in parts that fold away. */
export function DetailsPane({ conversationId, onClose, onOpen }: DetailsPaneProps) {
  const t = useTranslations("conversations.details");
  const tTasks = useTranslations("tasks");
  const row = useConversation(conversationId).data;
  const visitorName = useVisitorName();
  const viewer = useViewer();
  const directory = useDirectory();
  const shown = useShownContact(row);
  if (!row) return null;
  const writes = viewer.can("clients_write");
  const { contactId, conversationContext } = row;
  const collected = Object.keys(conversationContext).length;
  return (
    <aside aria-label={t("label", { name: visitorName(row) })} className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-border border-b px-4 py-1.5">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{t("title")}</h2>
        <IconButton label={t("close")} shortcut="d" size="sm" onClick={onClose} side="left">
          <X aria-hidden />
        </IconButton>
      </header>
      <div key={conversationId} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ContactDetails row={row} shown={shown} writes={writes} directory={directory} />
        <ConversationFields row={row} writes={writes} />
        {viewer.can("chat_talk") ? (
          <DetailsSection id="tasks" title={tTasks("title")} defaultOpen>
            {() => <TaskPanel about={{ conversationId, contactId: null, name: visitorName(row) }} />}
          </DetailsSection>
        ) : null}
        {shown ? (
          <DetailsSection id="notes" title={t("notes")} defaultOpen>
            {() => <ContactNotes contactId={contactId} writes={writes} />}
          </DetailsSection>
        ) : null}
        <DetailsSection id="attribution" title={t("attribution")} defaultOpen>
          {() => <Attribution row={row} />}
        </DetailsSection>
        {collected > 0 ? (
          <DetailsSection id="context" title={t("context")} count={collected}>
            {() => <Collected context={conversationContext} />}
          </DetailsSection>
        ) : null}
        <DetailsSection id="files" title={t("files")}>
          {() => <FileGallery of={{ conversationId }} />}
        </DetailsSection>
        {shown ? (
          <>
            <DetailsSection id="others" title={t("others")} defaultOpen>
              {() => (
                <OtherConversations
                  contactId={contactId}
                  conversationId={conversationId}
                  directory={directory}
                  onOpen={onOpen}
                />
              )}
            </DetailsSection>
            <DetailsSection id="history" title={t("history")}>
              {() => <ContactHistory contactId={contactId} />}
            </DetailsSection>
          </>
        ) : null}
      </div>
    </aside>
  );
}
