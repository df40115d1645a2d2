import { cn } from "../ui/class-names.ts";
import { CopyButton } from "../ui/copy-button.tsx";

type CodeBlockProps = {
  code: string;
  /** Names the block for screen readers and stands in its head. */
  label: string;
  wrap?: boolean;
  className?: string;
  /** After it was copied, with the button or by hand. */
  onCopied?: () => void;
};

export function CodeBlock({ code, label, wrap, className, onCopied }: CodeBlockProps) {
  return (
    <figure
      onCopy={onCopied}
      className={cn("min-w-0 overflow-hidden rounded-md border border-border bg-background", className)}
    >
      <figcaption className="flex h-9 items-center justify-between gap-2 border-border border-b pr-1 pl-3 text-text-muted text-xs touch:h-12">
        <span className="truncate">{label}</span>
        <CopyButton text={code} {...(onCopied ? { onCopied } : {})} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "max-h-90 overflow-auto p-3 font-mono text-xs leading-5 focus-visible:outline-offset-[-2px]",
          wrap && "whitespace-pre-wrap break-all",
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
