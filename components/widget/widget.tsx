"use client";

import { NextIntlClientProvider } from "next-intl";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Chat } from "./chat.tsx";
import { ChatClient } from "./client/chat-client.ts";
import { startState } from "./client/chat-state.ts";
import { followHost } from "./client/following.ts";
import { HostLink, isFramed } from "./client/host-link.ts";
import { FaultBoundary } from "./fault.tsx";
import { Notice } from "./notice.tsx";
import { usePalette } from "./use-palette.ts";
import { useTexts } from "./use-texts.ts";
import { useVisible } from "./use-visible.ts";

/** The chat of one channel: inside the loader's frame, or standing alone as the channel's test page. */
export function Widget({ channelId }: { channelId: string }) {
  const client = useMemo(() => new ChatClient(channelId), [channelId]);
  const state = useSyncExternalStore(client.store.subscribe, client.store.get, () => startState);
  const host = useHost(client);
  const visible = useVisible(host.open);
  const { config, unread, conversation } = state;
  const texts = useTexts(config);
  const style = usePalette(config?.appearance);

  useEffect(() => client.setVisible(visible), [client, visible]);
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => client.hearStorage(key);
    const leave = () => client.leave();
    // A page that one goes back to has not heard what others did meanwhile.
    const back = ({ persisted }: PageTransitionEvent) => persisted && client.hearStorage(null);
    window.addEventListener("storage", hear);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", back);
    return () => {
      window.removeEventListener("storage", hear);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", back);
    };
  }, [client]);
  useEffect(() => host.link?.tell({ type: "unread", count: unread }), [host.link, unread]);
  useEffect(() => {
    if (conversation) host.link?.tell({ type: "active", active: true });
  }, [host.link, conversation]);

  if (!texts) return <div className="h-dvh bg-surface" aria-busy="true" />;
  const close = host.framed ? () => host.link?.tell({ type: "close" }) : undefined;
  return (
    <NextIntlClientProvider locale={texts.locale} messages={texts.messages} timeZone={texts.timeZone}>
      <div
        lang={texts.locale}
        style={style}
        data-framed={host.framed || undefined}
        className="grid h-dvh place-items-center bg-background text-text sm:not-data-framed:p-6"
      >
        <main className="flex size-full min-h-0 flex-col overflow-hidden bg-surface sm:in-[:not([data-framed])>&]:h-[44rem] sm:in-[:not([data-framed])>&]:max-h-full sm:in-[:not([data-framed])>&]:max-w-105 sm:in-[:not([data-framed])>&]:rounded-xl sm:in-[:not([data-framed])>&]:shadow-float">
          {state.phase === "ready" || (state.phase === "starting" && config) ? (
            <FaultBoundary key={state.person} close={close}>
              <Chat client={client} state={state} visible={visible} open={host.open} close={close} />
            </FaultBoundary>
          ) : (
            <Notice
              phase={state.phase}
              busyMinutes={state.busyMinutes}
              retry={() => void client.start()}
              close={close}
            />
          )}
        </main>
      </div>
    </NextIntlClientProvider>
  );
}

/** Starts the chat as soon as the page around it, if any, has said where we are. */
function useHost(client: ChatClient) {
  const [framed, setFramed] = useState(false);
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<HostLink>();
  useEffect(() => {
    if (!isFramed()) {
      setOpen(true);
      const { href: url } = window.location;
      client.visit({ url, landing: url, referrer: document.referrer, title: document.title, gaClientId: "" });
      client.want(true);
      return () => client.stop();
    }
    setFramed(true);
    const show = (open: boolean) => {
      setOpen(open);
      setLink(made);
    };
    const made: HostLink = new HostLink(followHost(client, { tell: (message) => made.tell(message), show }));
    made.start();
    return () => {
      made.stop();
      client.stop();
    };
  }, [client]);
  return { framed, open, link };
}
