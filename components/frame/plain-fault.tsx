type PlainFaultProps = {
  title: string;
  description: string;
  digest: string | undefined;
  again: string;
  onAgain: () => void;
};

/** A fault told with nothing but itself: what stands in for a page weighs on every page. */
export function PlainFault({ title, description, digest, again, onAgain }: PlainFaultProps) {
  return (
    <main className="grid justify-items-center gap-2">
      <h1 className="font-medium text-base">{title}</h1>
      <p className="max-w-100 text-pretty text-sm text-text-muted">{description}</p>
      {digest ? <p className="font-mono text-2xs text-text-faint">{digest}</p> : null}
      <button
        type="button"
        onClick={onAgain}
        className="inline-flex h-8 select-none items-center rounded-md bg-accent px-3 font-medium text-accent-text text-sm hover:bg-accent/92 active:bg-accent/88 touch:min-h-11"
      >
        {again}
      </button>
    </main>
  );
}
