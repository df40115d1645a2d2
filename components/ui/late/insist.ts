const againMs = 1000;

/** Asked for until it has come: the line may be away. Returns what gives it up. */
export function insist<T>(load: () => Promise<T>, take: (loaded: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  const ask = () => {
    load().then(
      (loaded) => gone || take(loaded),
      () => {
        if (!gone) timer = setTimeout(ask, againMs);
      },
    );
  };
  ask();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
