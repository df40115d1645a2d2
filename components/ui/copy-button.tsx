"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { untilLoaded } from "./late/insist.ts";
import { useToast } from "./toast.tsx";

type Outcome = "idle" | "copied" | "failed";

/**
 * Only pages that came by https, or from this very machine, have a clipboard of their own. What the others need is there
 * before a press: it may copy only while that is being answered.
 */
const selecting =
  globalThis.isSecureContext === false ? untilLoaded(() => import("./late/copy-selected.ts")) : undefined;

/** Throws where the browser refuses. */
async function copyText(text: string): Promise<void> {
  if (!selecting) return navigator.clipboard.writeText(text);
  const { copySelected } = await selecting;
  if (!copySelected(text)) throw new Error("not copied");
}

/** Copies, and says for two seconds whether it worked. */
export function useCopy(): [Outcome, (text: string) => Promise<boolean>] {
  const [outcome, setOutcome] = useState<Outcome>("idle");
  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (text: string) => {
    try {
      await copyText(text);
      setOutcome("copied");
      return true;
    } catch {
      setOutcome("failed");
      return false;
    }
  };
  return [outcome, copy];
}

/** Copies from where no button stays to say so: a notice says it, and shows the text where the browser refused. */
export function useCopyWithNotice(): (text: string, done?: string) => void {
  const t = useTranslations("ui.copy");
  const toast = useToast();
  const [, copy] = useCopy();
  return (text, done = t("copied")) =>
    void copy(text).then((copied) => (copied ? toast.success(done) : toast.error(t("failed"), { description: text })));
}

type CopyButtonProps = {
  text: string;
  /** What is copied: "Copy token". */
  label?: string;
  /** Shows the label beside the icon. */
  labelled?: boolean;
  size?: ComponentProps<typeof IconButton>["size"];
  className?: string;
  /** After it has worked. */
  onCopied?: () => void;
};

export function CopyButton({ text, label, labelled, size = "sm", className, onCopied }: CopyButtonProps) {
  const t = useTranslations("ui.copy");
  const [outcome, copy] = useCopy();
  const press = async () => {
    if (await copy(text)) onCopied?.();
  };
  const words = { idle: label ?? t("copy"), copied: t("copied"), failed: t("failed") }[outcome];
  const icon = outcome === "copied" ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />;
  const announce = (
    <span role="status" className="sr-only">
      {outcome === "idle" ? "" : words}
    </span>
  );
  if (labelled) {
    return (
      <>
        <Button size="sm" icon={icon} className={className} onClick={() => void press()}>
          {words}
        </Button>
        {announce}
      </>
    );
  }
  return (
    <>
      <IconButton label={words} size={size} className={className} onClick={() => void press()}>
        {icon}
      </IconButton>
      {announce}
    </>
  );
}
