"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import type { Directory } from "#components/conversations/data/directory.ts";
import { useLastWords } from "#components/conversations/data/last-words.ts";
import type { ConversationItem } from "#components/conversations/data/use-conversation-list.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import { MarkedText } from "#components/messages/search/marked-text.tsx";
import { seenName } from "#components/names/showing.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { cn } from "#components/ui/class-names.ts";
import { usePhone } from "#components/ui/use-media.ts";
import { closeTo, marksIn, type Snippet, snippetOf } from "#server/messages/search/snippet.ts";
import { termsOf } from "#server/messages/search/terms.ts";
import type { FoundContact, FoundMessage } from "./use-found.ts";

export const rowHeight = 64;
const files: ReadonlySet<string> = new Set(["image", "audio", "video", "file"]);

/** Names are short: what was looked for is marked in them here. */
function Marked({ text, query }: { text: string; query: string }) {
  return <MarkedText text={text} marks={marksIn(text, termsOf(query))} />;
}

/** So much of a line is seen on a phone before it is cut. */
const seenBefore = 14;

/** What was written: on a phone from close to what was looked for, which would be cut away. */
function Line({ snippet }: { snippet: Snippet }) {
  return <MarkedText {...(usePhone() ? closeTo(snippet, seenBefore) : snippet)} />;
}

type FrameProps = {
  active: boolean;
  sign: ReactNode;
  name: ReactNode;
  beside?: ReactNode;
  aside: ReactNode;
  below: ReactNode;
};

function Frame({ active, sign, name, beside, aside, below }: FrameProps) {
  return (
    <div
      className={cn(
        "flex h-full items-center gap-3 border-border border-b px-5 hover:bg-text/4 phone:px-4",
        active && "bg-text/5",
      )}
    >
      {sign}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex min-w-0 items-center gap-1.5 text-sm">
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          {beside}
          <span className="ml-auto shrink-0 pl-2 text-text-faint text-xs tabular">{aside}</span>
        </div>
        <p className="truncate text-sm text-text-muted">{below}</p>
      </div>
    </div>
  );
}

type RowProps<Row> = { row: Row; active: boolean; query: string };

export function MessageRow({
  row,
  active,
  directory,
}: Omit<RowProps<FoundMessage>, "query"> & { directory: Directory }) {
  const t = useTranslations("search");
  const { message, snippet, conversation } = row;
  const name = seenName(conversation.visitorName) || t("visitor");
  const author =
    message.fromType === "visitor"
      ? ""
      : message.fromType === "robot"
        ? t("bot")
        : (directory.user(message.user) ?? t("team"));
  return (
    <Frame
      active={active}
      sign={<Avatar id={conversation.id} name={name} size="lg" decorative />}
      name={name}
      beside={<ChannelIcon channel={conversation.channel} className="size-3.5" />}
      aside={<RelativeTime plain value={message.createdAt} />}
      below={
        <>
          {files.has(message.type) ? (
            <>
              <Paperclip aria-hidden className="mr-1 inline-block size-3.5 align-[-0.125rem]" />
              <span className="sr-only">{t("withFile")} </span>
            </>
          ) : null}
          {author ? <span className="text-text-faint">{author}: </span> : null}
          <bdi>
            <Line snippet={snippet} />
          </bdi>
        </>
      }
    />
  );
}

export function ConversationRow({
  row,
  active,
  query,
  directory,
}: RowProps<ConversationItem> & { directory: Directory }) {
  const t = useTranslations("search");
  const lastWords = useLastWords();
  const name = useVisitorName()(row);
  const assignee = directory.user(row.assignedTo);
  return (
    <Frame
      active={active}
      sign={<Avatar id={row.visitorId || row.id} name={name} size="lg" decorative />}
      name={<Marked text={name} query={query} />}
      beside={
        <>
          <ChannelIcon channel={row.channel} className="size-3.5" />
          {row.closed ? <span className="shrink-0 text-text-faint text-xs">{t("closed")}</span> : null}
          {assignee ? <span className="min-w-0 truncate text-text-faint text-xs phone:hidden">{assignee}</span> : null}
        </>
      }
      aside={<RelativeTime plain value={row.lastMessageAt ?? row.createdAt} />}
      below={<Line snippet={snippetOf(lastWords(row), termsOf(query))} />}
    />
  );
}

export function ContactRow({ row, active, query }: RowProps<FoundContact>) {
  const t = useTranslations("search");
  const name = useContactName()(row);
  const details = [row.email, row.phone].filter((text) => text !== "" && text !== name);
  return (
    <Frame
      active={active}
      sign={<Avatar id={row.id} name={name} size="lg" decorative />}
      name={<Marked text={name} query={query} />}
      aside={<RelativeTime plain value={row.createdAt} />}
      below={details.length > 0 ? <Marked text={details.join(" · ")} query={query} /> : t("noDetails")}
    />
  );
}
