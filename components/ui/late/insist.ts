const againMs = 1000;

/**
 * For `lazy` and `dynamic`, which take a failure for the last word and the page away with it: asked for until it has
 * come. What a server cannot load it says at once.
 */
export function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  if (typeof document === "undefined") return load();
  return new Promise((loaded) => insist(load, loaded));
}

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
