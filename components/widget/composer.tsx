import { ImagePlus, SendHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { useDropTarget } from "./use-drop-target.ts";
import { useTypingSignal } from "./use-typing-signal.ts";

type ComposerProps = {
  ref: Ref<HTMLTextAreaElement>;
  onSend: (text: string) => void;
  onImage: (file: File) => void;
  onTyping: (typing: boolean) => void;
};

const most = 4096;

function imagesOf(files: Iterable<File>): File[] {
  return [...files].filter((file) => file.type.startsWith("image/"));
}

/** Text, and images by button, paste or drop. Enter sends; on phones it breaks the line, as their keyboards expect. */
export function Composer({ ref, onSend, onImage, onTyping }: ComposerProps) {
  const t = useTranslations("widget.composer");
  const [text, setText] = useState("");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typing = useTypingSignal(onTyping);
  const drop = useDropTarget((files) => imagesOf(files).forEach(onImage));

  const send = () => {
    if (text.trim() === "") return;
    onSend(text);
    setText("");
    typing.stop();
  };
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setText(event.target.value);
    typing.note(event.target.value !== "");
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!sends || matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const images = imagesOf(event.clipboardData.files);
    if (images.length === 0) return;
    event.preventDefault();
    images.forEach(onImage);
  };
  const left = most - text.length;
  return (
    <form
      className="relative flex items-end gap-1 border-border border-t p-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {drop.over ? (
        <p className="absolute inset-1 z-10 grid place-items-center rounded-md border-2 border-accent border-dashed bg-surface text-sm">
          {t("drop")}
        </p>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        multiple
        hidden
        onChange={(event) => {
          imagesOf(event.target.files ?? []).forEach(onImage);
          event.target.value = "";
        }}
      />
      <button
        type="button"
        aria-label={t("attach")}
        title={t("attach")}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text"
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      <div className="grid min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {t("label")}
        </label>
        <textarea
          id={id}
          ref={ref}
          rows={1}
          value={text}
          maxLength={most}
          placeholder={t("placeholder")}
          enterKeyHint="send"
          dir="auto"
          onChange={change}
          onKeyDown={press}
          onPaste={paste}
          onBlur={typing.stop}
          className="field-sizing-content max-h-36 min-h-11 resize-none rounded-lg border border-border-strong bg-surface px-3 py-2.5 text-base outline-none focus-visible:border-focus focus-visible:shadow-[inset_0_0_0_1px_var(--focus)]"
        />
        {left <= 200 ? (
          <p role="status" className="px-2 text-right text-2xs text-text-muted tabular">
            {t("left", { count: left })}
          </p>
        ) : null}
      </div>
      <button
        type="submit"
        aria-label={t("send")}
        title={t("send")}
        aria-disabled={text.trim() === "" || undefined}
        className="grid size-11 shrink-0 place-items-center rounded-md bg-accent text-accent-text aria-disabled:bg-transparent aria-disabled:text-text-faint"
      >
        <SendHorizontal aria-hidden className="size-5" />
      </button>
    </form>
  );
}
