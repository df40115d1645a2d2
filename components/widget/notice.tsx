import { CircleAlert, MessageCircle, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ChatState } from "./client/chat-state.ts";

type NoticeProps = Pick<ChatState, "busyMinutes"> & {
  /** broken: it could not be drawn. */
  phase: ChatState["phase"] | "broken";
  retry: () => void;
  close: (() => void) | undefined;
};

/** Instead of the chat: it is loading, or why it cannot be shown and what helps. */
export function Notice({ phase, busyMinutes, retry, close }: NoticeProps) {
  const t = useTranslations("widget.state");
  const header = useTranslations("widget.header");
  const loading = phase === "starting" || phase === "ready" || phase === "waiting";
  const [title, hint] = {
    starting: [t("connecting"), ""],
    ready: [t("connecting"), ""],
    broken: [t("broken"), t("brokenHint")],
    refused: [t("refused"), t("refusedHint")],
    unavailable: [t("unavailable"), t("unavailableHint")],
    waiting: busyMinutes > 0 ? [t("busy"), t("busyHint", { minutes: busyMinutes })] : [t("waiting"), t("waitingHint")],
  }[phase];
  return (
    <div className="relative grid flex-1 place-content-center justify-items-center gap-1 px-8 text-center">
      {close ? (
        <button
          type="button"
          aria-label={header("close")}
          onClick={close}
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-md text-text-muted hover:bg-text/6"
        >
          <X aria-hidden className="size-5" />
        </button>
      ) : null}
      {loading ? (
        <MessageCircle aria-hidden className="mb-2 size-7 animate-shimmer text-text-faint" />
      ) : (
        <CircleAlert aria-hidden className="mb-2 size-7 text-text-faint" />
      )}
      <h1 className="font-medium text-lg" role={loading ? "status" : "alert"}>
        {title}
      </h1>
      {hint ? <p className="max-w-72 text-pretty text-sm text-text-muted">{hint}</p> : null}
      {phase === "waiting" || phase === "broken" ? (
        <button
          type="button"
          onClick={retry}
          className="mt-3 min-h-11 rounded-md bg-accent px-4 font-medium text-accent-text text-sm"
        >
          {t("retry")}
        </button>
      ) : null}
    </div>
  );
}
