type Use = (path: readonly string[], end: string, given: readonly unknown[]) => unknown;

/**
 * An object for every path of a router, such as `api.tags.list.query(input)`: `use` hears the path, the last name and
 * what was given. The same path is the same object each time, so that effects may depend on it.
 */
export function pathsOf(use: Use, path: readonly string[] = []): unknown {
  const known = new Map<string, unknown>();
  return new Proxy(() => undefined, {
    get(_, name) {
      // Not a promise, whoever asks.
      if (typeof name !== "string" || name === "then") return undefined;
      if (!known.has(name)) known.set(name, pathsOf(use, [...path, name]));
      return known.get(name);
    },
    apply: (_, __, given) => use(path.slice(0, -1), path.at(-1) ?? "", given),
  });
}
