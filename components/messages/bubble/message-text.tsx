import { Fragment, memo } from "react";
import { cn } from "#components/ui/class-names.ts";
import { linkParts } from "./link-parts.ts";
import { mentionParts } from "./mention-parts.ts";

type MessageTextProps = {
  text: string;
  /** Colleagues whose @names stand out; in notes only. */
  mentions?: readonly string[];
  className?: string;
};

/** A person's message as text, never as markup; links in it send nothing to the other site. */
export const MessageText = memo(function MessageText({ text, mentions, className }: MessageTextProps) {
  const parts = linkParts(text).map((part, index) => ({ ...part, key: index }));
  return (
    <p dir="auto" className={cn("whitespace-pre-wrap text-base wrap-anywhere", className)}>
      {parts.map((part) =>
        part.href ? (
          <a
            key={part.key}
            href={part.href}
            target="_blank"
            rel="noreferrer noopener"
            className="rounded-sm text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
          >
            {part.text}
          </a>
        ) : (
          <Fragment key={part.key}>{mentions ? <Mentions text={part.text} names={mentions} /> : part.text}</Fragment>
        ),
      )}
    </p>
  );
});

function Mentions({ text, names }: { text: string; names: readonly string[] }) {
  const parts = mentionParts(text, names).map((part, index) => ({ ...part, key: index }));
  return parts.map((part) =>
    part.mention ? (
      <span key={part.key} className="rounded-sm bg-note/15 px-0.5 font-medium">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
