import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { useArrivalSound } from "./arrival-sound.ts";
import { ChatHeader, HoursNotice } from "./chat-header.tsx";
import type { ChatClient } from "./client/chat-client.ts";
import { type ChatState, openingMessages } from "./client/chat-state.ts";
import { Composer } from "./composer.tsx";
import { Intro, missingOf } from "./intro.tsx";
import { latePiece } from "./late/late-piece.tsx";
import { MessageList } from "./message-list.tsx";

/* Most conversations have none. */
const ShownFields = latePiece(() => import("./shown-fields.tsx").then((module) => module.ShownFields));

const Transcript = latePiece(() => import("./transcript.tsx").then((module) => module.Transcript));

type ChatProps = {
  client: ChatClient;
  state: ChatState;
  visible: boolean;
  open: boolean;
  close: (() => void) | undefined;
};

/** The conversation on the screen. */
export function Chat({ client, state, visible, open, close }: ChatProps) {
  const t = useTranslations("widget");
  const composer = useRef<HTMLTextAreaElement>(null);
  const [introduced, setIntroduced] = useState(false);
  const [mailing, setMailing] = useState(false);
  const header = useRef<HTMLDivElement>(null);
  const [quoted, setQuoted] = useState<VisitorMessage>();
  const { config, conversation, thread, visitor } = state;
  useArrivalSound(thread, visible);

  useEffect(() => {
    // On touch screens the keyboard would only be in the way.
    if (visible && matchMedia("(pointer: fine)").matches) composer.current?.focus();
  }, [visible]);

  if (!config) return null;
  const asks = conversation || introduced ? [] : missingOf(config.appearance, visitor);
  // Another conversation has begun meanwhile: what was said before is not answered in it.
  const answered = quoted?.conversationId === thread.conversationId ? quoted : undefined;
  const begun = thread.messages.length > 0 || thread.earlier.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the chat from wherever the focus is
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key === "Escape" && close && !event.nativeEvent.isComposing) close();
      }}
    >
      <div ref={header}>
        <ChatHeader
          state={state}
          config={config}
          transcript={
            config.transcripts && conversation ? { open: mailing, toggle: () => setMailing(!mailing) } : undefined
          }
          close={close}
        />
      </div>
      <ConnectionNotice lost={state.phase === "ready" && !state.connected && !state.polled} />
      <HoursNotice state={state} config={config} />
      {mailing && conversation ? (
        <Transcript
          key={conversation.id}
          api={client.api}
          conversationId={conversation.id}
          onClose={() => {
            setMailing(false);
            header.current?.querySelector<HTMLElement>("[data-transcript]")?.focus();
          }}
        />
      ) : null}
      {asks.length > 0 ? (
        <Intro
          asks={asks}
          onDone={(about) => {
            client.introduce(about);
            setIntroduced(true);
          }}
        />
      ) : (
        <>
          {conversation && conversation.fields.length > 0 ? <ShownFields fields={conversation.fields} /> : null}
          <MessageList
            opening={begun ? [] : openingMessages(config)}
            state={state}
            tools={{
              onQuote: (message) => {
                setQuoted(message);
                composer.current?.focus();
              },
              onReact: (message, emoji) => client.react(message, emoji),
            }}
            onEarlier={() => client.loadEarlier()}
            onRetry={(id) => client.retry(id)}
            onDiscard={(id) => client.discard(id)}
            onChoose={(option) => client.send(option)}
            onRate={(answer) => client.rate(answer)}
          />
          {conversation?.closed ? (
            <p className="px-4 pb-2 text-center text-text-muted text-xs">{t("thread.closed")}</p>
          ) : null}
          <Composer
            ref={composer}
            client={client}
            ready={state.phase === "ready"}
            open={open}
            quoted={answered}
            onUnquote={() => {
              setQuoted(undefined);
              composer.current?.focus();
            }}
            onSend={(text) => {
              client.send(text, answered?.id);
              setQuoted(undefined);
            }}
            onFile={(file, voice) => {
              client.sendFile(file, { voice, quotedId: answered?.id ?? null });
              setQuoted(undefined);
            }}
          />
        </>
      )}
      {config.appearance.poweredBy ? (
        <p className="pb-safe text-center text-2xs text-text-faint leading-6">{t("footer.poweredBy")}</p>
      ) : null}
    </div>
  );
}

/** Nothing while all is well; a short interruption is not worth a word. */
function ConnectionNotice({ lost }: { lost: boolean }) {
  const t = useTranslations("widget.state");
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) return setShown(false);
    const timer = setTimeout(() => setShown(true), 2000);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <div role="status" className="text-center text-text-muted text-xs">
      {shown ? <p className="border-border border-b bg-warning/10 px-3 py-1.5 text-text">{t("reconnecting")}</p> : null}
    </div>
  );
}
