/** A CommonJS module's default export: Node hands over the module whole, bundlers and test runners only its default. */
export function commonJsDefault<T>(module: T): T {
  const inner = typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
  return inner === undefined ? module : (inner as T);
}
