import { Mail, Volume2, VolumeX, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { WidgetConfig } from "#server/visitors/schema.ts";
import { isSoundOn, switchSound } from "./arrival-sound.ts";
import type { ChatState } from "./client/chat-state.ts";

type ChatHeaderProps = {
  state: ChatState;
  config: WidgetConfig;
  /** Whether the visitor is about to have the conversation mailed; undefined: they cannot. */
  transcript: { open: boolean; toggle: () => void } | undefined;
  close: (() => void) | undefined;
};

const control =
  "grid size-11 shrink-0 place-items-center rounded-md text-accent-text hover:bg-accent-text/12 focus-visible:outline-accent-text";

/** Whose chat it is and whether someone is online, as far as known. */
export function ChatHeader({ state, config, transcript, close }: ChatHeaderProps) {
  const t = useTranslations("widget.header");
  const [sound, setSound] = useState(isSoundOn);
  return (
    <header className="flex items-center gap-2 bg-accent py-1.5 pr-1.5 pl-4 text-accent-text">
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold text-base">{config.appearance.windowTitle}</h1>
        <p className="line-clamp-2 text-xs">{usePresence(state, config)}</p>
      </div>
      {transcript ? (
        <button
          type="button"
          aria-label={t("transcript")}
          title={t("transcript")}
          aria-expanded={transcript.open}
          onClick={transcript.toggle}
          data-transcript
          className={control}
        >
          <Mail aria-hidden className="size-4.5" />
        </button>
      ) : null}
      <button
        type="button"
        aria-label={sound ? t("soundOff") : t("soundOn")}
        title={sound ? t("soundOff") : t("soundOn")}
        onClick={() => setSound(switchSound(!sound))}
        className={control}
      >
        {sound ? <Volume2 aria-hidden className="size-4.5" /> : <VolumeX aria-hidden className="size-4.5" />}
      </button>
      {close ? (
        <button type="button" aria-label={t("close")} title={t("close")} onClick={close} className={control}>
          <X aria-hidden className="size-5" />
        </button>
      ) : null}
    </header>
  );
}

type Presence = { kind: "here"; name: string } | { kind: "automatic" | "closed" | "away" | "team" };

function presenceOf({ conversation, thread, teamHere }: ChatState, config: WidgetConfig): Presence {
  const agent = thread.messages.findLast((message) => message.from === "agent" && message.name !== "")?.name;
  const botAnswers = config.bot !== null && (conversation?.botActive ?? true);
  if (agent && !botAnswers && teamHere) return { kind: "here", name: agent };
  if (botAnswers) return { kind: "automatic" };
  if (config.businessHours?.open === false) return { kind: "closed" };
  return { kind: teamHere === false ? "away" : "team" };
}

function usePresence(state: ChatState, config: WidgetConfig): string {
  const t = useTranslations("widget.header");
  const presence = presenceOf(state, config);
  if (presence.kind === "here") return t("here", { name: presence.name });
  return t(presence.kind === "closed" ? "away" : presence.kind);
}

/** The company's own words outside its hours, which may be many: above the thread. */
export function HoursNotice({ state, config }: Pick<ChatHeaderProps, "state" | "config">) {
  const t = useTranslations("widget.header");
  const words = presenceOf(state, config).kind === "closed" ? config.businessHours?.initialMessage : "";
  if (!words) return null;
  return (
    <section
      aria-label={t("hours")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long words scroll by keyboard
      tabIndex={0}
      className="max-h-32 shrink-0 overflow-y-auto border-border border-b px-4 py-2 outline-offset-[-2px]"
    >
      <p dir="auto" className="whitespace-pre-wrap text-sm text-text-muted [overflow-wrap:anywhere]">
        {words}
      </p>
    </section>
  );
}
