"use client";

import { Combine, Download, Ellipsis, Eraser, Link2, MessageSquarePlus, Trash2, UserX } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { MergedNotice } from "#components/merging/merged-notice.tsx";
import { useStart } from "#components/outreach/start.tsx";
import { TaskPanel } from "#components/tasks/task-panel.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useCopyWithNotice } from "#components/ui/copy-button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { ContactConversations } from "./contact-conversations.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { ContactHistory } from "./contact-history.tsx";
import { useContactName } from "./contact-name.ts";
import { ContactNotes } from "./contact-notes.tsx";
import { ContactSkeleton } from "./contact-skeleton.tsx";
import { ContactTabs, type Tab, tabs } from "./contact-tabs.tsx";
import { Section } from "./section.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { useContact, useContactActions } from "./use-contact.ts";
import { usePersonFile } from "./use-person-file.ts";

/* Fetched when it is first opened. */
const MergeDialog = dynamic(
  () => untilLoaded(() => import("#components/merging/merge-dialog.tsx")).then((module) => module.MergeDialog),
  { loading: () => null },
);

const ErasePerson = dynamic(() => untilLoaded(() => import("./erase-person.tsx")).then((module) => module.ErasePerson));

const ContactRatings = dynamic(() =>
  untilLoaded(() => import("#components/csat/contact-ratings.tsx")).then((module) => module.ContactRatings),
);

const FileGallery = dynamic(
  () => untilLoaded(() => import("#components/messages/gallery/file-gallery.tsx")).then((module) => module.FileGallery),
  { loading: () => null },
);

export function ContactPage({ contactId }: { contactId: string }) {
  const t = useTranslations("contacts");
  const tMerging = useTranslations("merging");
  const contact = useContact(contactId);
  if (contact.gone) {
    const winner = contact.mergedInto;
    return (
      <EmptyState
        icon={<UserX />}
        title={t("gone.title")}
        description={winner ? tMerging("gone") : t("gone.description")}
        actions={
          <Button asChild>
            {winner ? (
              <Link href={`/contacts/${winner}`}>{tMerging("openWinner")}</Link>
            ) : (
              <Link href="/contacts">{t("back")}</Link>
            )}
          </Button>
        }
        className="my-auto"
      />
    );
  }
  if (contact.data) return <Loaded contact={contact.data} />;
  if (contact.isPending) return <ContactSkeleton />;
  return (
    <ErrorState
      description={failureOf(contact.error).message || undefined}
      onRetry={() => void contact.refetch()}
      className="my-auto"
    />
  );
}

function Loaded({ contact }: { contact: Contact }) {
  const t = useTranslations("contacts");
  const params = useSearchParams();
  const mayWrite = useMay("clients_write", "clients_write_assigned");
  const mayTalk = useMay("chat_talk");
  const tTasks = useTranslations("tasks");
  const tStart = useTranslations("frame.start");
  const start = useStart();
  const actions = useContactActions(contact.id);
  const name = useContactName()(contact);
  const tab: Tab = tabs.find((one) => one === params.get("tab")) ?? "details";
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={name}
        back={{ href: "/contacts", label: t("back") }}
        meta={<StatusBadge status={contact.status} />}
        actions={
          <>
            {start ? (
              <Button icon={<MessageSquarePlus aria-hidden />} onClick={() => start({ contactId: contact.id, name })}>
                {tStart("write")}
              </Button>
            ) : null}
            <ContactMenu contact={contact} name={name} mayWrite={mayWrite} />
          </>
        }
        className="border-border md:border-b"
      />
      <MergedNotice contactId={contact.id} mayWrite={mayWrite} />
      <ContactTabs contactId={contact.id} tab={tab} shown={tabs} className="md:hidden" />
      <div className="grid min-h-0 flex-1 max-md:overflow-y-auto md:grid-cols-[22rem_minmax(0,1fr)]">
        <aside
          aria-label={t("details")}
          className={cn("border-border md:overflow-y-auto md:border-r", tab !== "details" && "max-md:hidden")}
        >
          <ContactFields
            contact={contact}
            actions={actions}
            mayWrite={mayWrite}
            tasks={
              mayTalk ? (
                <Section title={tTasks("title")}>
                  <TaskPanel about={{ conversationId: null, contactId: contact.id, name }} />
                </Section>
              ) : null
            }
            ratings={<ContactRatings contactId={contact.id} />}
          />
        </aside>
        <div className={cn("flex min-h-0 min-w-0 flex-col", tab === "details" && "max-md:hidden")}>
          <ContactTabs
            contactId={contact.id}
            tab={tab === "details" ? "history" : tab}
            shown={tabs.slice(1)}
            className="max-md:hidden"
          />
          <div className="min-h-0 flex-1 md:overflow-y-auto">
            {tab === "history" || tab === "details" ? <ContactHistory contactId={contact.id} /> : null}
            {tab === "notes" ? <ContactNotes contactId={contact.id} mayWrite={mayWrite} /> : null}
            {tab === "conversations" ? <ContactConversations contactId={contact.id} /> : null}
            {tab === "files" ? (
              <div className="px-5 py-4 phone:px-4">
                <FileGallery of={{ contactId: contact.id }} />
              </div>
            ) : null}
          </div>
        </div>
      </div>
    </div>
  );
}

type ContactMenuProps = { contact: Contact; name: string; mayWrite: boolean };

function ContactMenu({ contact, name, mayWrite }: ContactMenuProps) {
  const t = useTranslations("contacts");
  const router = useRouter();
  const toast = useToast();
  const client = useTRPCClient().contacts;
  const save = usePersonFile(contact.id, name);
  const isAdmin = useMay("admin");
  const lacking = usePlanLacks("export");
  const words = useTranslations("ui");
  const { cache } = useLive();
  const tMerging = useTranslations("merging");
  const [asking, setAsking] = useState(false);
  const [erasing, setErasing] = useState(false);
  const [merging, setMerging] = useState(false);
  const [wasMerging, setWasMerging] = useState(false);
  if (merging && !wasMerging) setWasMerging(true);
  const copy = useCopyWithNotice();
  const remove = async () => {
    await client.delete.mutate({ contactId: contact.id });
    cache.refresh(cache.of("contacts.list"));
    toast.success(t("menu.deleted", { name }));
    router.push("/contacts");
  };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("menu.label")}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem icon={<Link2 aria-hidden />} onSelect={() => copy(window.location.href, t("menu.copied"))}>
            {t("menu.copyLink")}
          </DropdownMenuItem>
          {isAdmin ? (
            <DropdownMenuItem icon={<Download aria-hidden />} disabled={lacking} onSelect={() => void save()}>
              {lacking ? `${t("menu.data")} · ${words("planLacks")}` : t("menu.data")}
            </DropdownMenuItem>
          ) : null}
          {mayWrite ? (
            <DropdownMenuItem icon={<Combine aria-hidden />} onSelect={() => setMerging(true)}>
              {tMerging("open")}
            </DropdownMenuItem>
          ) : null}
          {mayWrite ? (
            <DropdownMenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsking(true)}>
              {t("menu.delete")}
            </DropdownMenuItem>
          ) : null}
          {isAdmin ? (
            <DropdownMenuItem icon={<Eraser aria-hidden />} danger onSelect={() => setErasing(true)}>
              {t("menu.erase")}
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {wasMerging ? (
        <MergeDialog
          open={merging}
          onOpenChange={setMerging}
          contact={contact}
          onMerged={(id) => (id === contact.id ? undefined : router.push(`/contacts/${id}`))}
        />
      ) : null}
      {isAdmin ? <ErasePerson open={erasing} onOpenChange={setErasing} contactId={contact.id} name={name} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("menu.deleteTitle", { name })}
        description={t("menu.deleteDescription")}
        confirmLabel={t("menu.delete")}
        danger
        onConfirm={remove}
        errorText={(cause) => failureOf(cause).message || undefined}
      />
    </>
  );
}
