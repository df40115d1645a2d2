import { Reply } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import type { Tools } from "./message-bubble.tsx";

const quick = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

type MessageToolsProps = { message: VisitorMessage; tools: Tools; onClose: () => void };

/** Under a message: react with a sign, or answer it. Escape closes it, not the chat. */
export function MessageTools({ message, tools, onClose }: MessageToolsProps) {
  const t = useTranslations("widget.thread");
  const row = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  useEffect(() => {
    row.current?.scrollIntoView({ block: "nearest" });
    if (matchMedia("(pointer: fine)").matches) row.current?.querySelector("button")?.focus();
  }, []);
  const react = (emoji: string) => {
    setState("busy");
    tools.onReact(message, emoji === message.reacted ? "" : emoji).then(onClose, () => setState("failed"));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      return onClose();
    }
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    if (step !== 0) buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div className="grid max-w-full gap-1">
      <div
        ref={row}
        role="toolbar"
        aria-label={t("tools")}
        onKeyDown={press}
        className="flex max-w-full flex-wrap rounded-full border border-border bg-surface-raised p-0.5 shadow-float"
      >
        {quick.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={emoji === message.reacted ? t("takeBack", { emoji }) : emoji}
            aria-pressed={emoji === message.reacted}
            aria-disabled={state === "busy" || undefined}
            onClick={() => state !== "busy" && react(emoji)}
            className="grid size-9 place-items-center rounded-full text-lg hover:bg-text/8 aria-pressed:bg-accent/15 pointer-coarse:size-11"
          >
            {emoji}
          </button>
        ))}
        <button
          type="button"
          aria-label={t("reply")}
          title={t("reply")}
          onClick={() => {
            onClose();
            tools.onQuote(message);
          }}
          className="grid size-9 place-items-center rounded-full text-text-muted hover:bg-text/8 hover:text-text pointer-coarse:size-11"
        >
          <Reply aria-hidden className="size-4" />
        </button>
      </div>
      {state === "failed" ? (
        <p role="alert" className="px-2 text-2xs text-danger">
          {t("reactionFailed")}
        </p>
      ) : null}
    </div>
  );
}
