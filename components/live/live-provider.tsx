"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useReportConnection } from "#components/frame/connection.tsx";
import { askToSignIn, finishLeaving, loadAnew } from "#components/sessions/leaving.ts";
import "#components/contacts/live.ts";
import { putNote } from "#components/conversations/data/conversation-cache.ts";
import "#components/conversations/data/live.ts";
import "#components/messages/thread/live.ts";
import "#components/notifications/live.ts";
import "#components/notifications/sound.ts";
import { type HeldOrSent, putSent } from "#components/messages/composer/sent.ts";
import { readNewest } from "#components/messages/thread/catching-up.ts";
import type { ConversationNote } from "#server/conversations/noting/schema.ts";
import { createCaller } from "./api.ts";
import { Connecting } from "./connecting.ts";
import { EventLog } from "./event-log.ts";
import { readAnswers } from "./first/first-answer.ts";
import type { Gap } from "./gap-keeper.ts";
import { LiveCache } from "./live-cache.ts";
import { LiveConnection } from "./live-connection.ts";
import "./noun-folds.ts";
import { Outbox, warnOfLoss } from "./outbox.ts";
import { createQueryClient, drawAtFrameRate } from "./query-client.ts";
import { tabSocket } from "./socket.ts";
import { clientOf } from "./trpc/client.ts";
import { optionsOf } from "./trpc/options.ts";
import { TRPCProvider } from "./trpc/provider.ts";

type Person = { id: string; name: string };
/** A note, before it has a conversation and an id of its own. */
type NewNote = { message: string; mentions: string[] };

type Live = {
  user: Person;
  cache: LiveCache;
  connecting: Connecting;
  outbox: Outbox<HeldOrSent>;
  /** Notes on their way. */
  noteOutbox: Outbox<ConversationNote, NewNote>;
};

const LiveContext = createContext<Live | undefined>(undefined);

type LiveProviderProps = {
  user: Person;
  /** `realtime.position` as of when the page's first data was read; left out, it is asked for. */
  position?: number | undefined;
  /** What the frame shows first, read after that position. */
  first?: string | undefined;
  children: ReactNode;
};

/** Data and live events for everything inside: one query cache, one socket, one outbox of messages and one of notes per tab. */
export function LiveProvider({ user, position, first, children }: LiveProviderProps) {
  const [parts] = useState(() => createParts(user.id, first));
  // Later renders of the page know later positions; the connection has its own by then.
  const [begin] = useState(position);
  const report = useReportConnection();
  const { api, queryClient, cache, connecting, outbox, noteOutbox } = parts;
  const userId = user.id;

  useEffect(() => {
    finishLeaving();
    drawAtFrameRate();
    const log = new EventLog(cache);
    const gap: Gap = {
      position: () => api.realtime.position.query({}),
      since: (input) => api.realtime.since.query(input),
    };
    const readThread = (id: string) => readNewest(cache, log, (input) => api.messages.list.query(input), id);
    const parts = {
      socket: tabSocket(),
      gap,
      cache,
      log,
      readThread,
      report,
      onSignedOut: askToSignIn,
      onOtherPerson: loadAnew,
    };
    const live = new LiveConnection(parts, begin);
    cache.begin();
    tabSocket().auth = { person: userId };
    live.start();
    outbox.start();
    noteOutbox.start();
    connecting.began(live);
    return () => {
      connecting.ended();
      live.stop();
      log.stop();
      cache.stop();
    };
  }, [api, cache, connecting, outbox, noteOutbox, report, begin, userId]);
  useEffect(() => warnOfLoss([outbox, noteOutbox]), [outbox, noteOutbox]);
  // All that asks for live data is drawn anew with it.
  const live = useMemo(
    () => ({ user, cache, connecting, outbox, noteOutbox }),
    [user, cache, connecting, outbox, noteOutbox],
  );

  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider value={parts}>
        <LiveContext value={live}>{children}</LiveContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** What can be repeated without harm is, before long: the line may have died half-way. */
const patiently = () => ({ signal: AbortSignal.timeout(15_000) });

function createParts(userId: string, first: string | undefined) {
  const caller = createCaller(userId);
  const api = clientOf(caller);
  const queryClient = createQueryClient();
  const cache = new LiveCache(queryClient, userId);
  if (first) cache.seed(readAnswers(first));
  const outbox = new Outbox<HeldOrSent>({
    userId,
    send: (input) => api.scheduled.reply.mutate(input, patiently()),
    onSent: (sent) => putSent(cache, sent),
  });
  const noteOutbox = new Outbox<ConversationNote, NewNote>({
    userId,
    kind: "notes",
    send: ({ clientMessageId: clientNoteId, ...note }) =>
      api.conversations.addNote.mutate({ ...note, clientNoteId }, patiently()),
    onSent: (note) => putNote(cache, note),
  });
  return { api, options: optionsOf(caller), queryClient, cache, connecting: new Connecting(), outbox, noteOutbox };
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive needs a LiveProvider around it");
  return live;
}
