/** The build that drew this page, as its document says; none while one develops. */
const own = typeof document === "undefined" ? undefined : document.documentElement.dataset.build;

const listeners = new Set<() => void>();
let isOther = false;

/** What the server's answers to screens and chats say of its build. What others answered in between says nothing. */
export const buildHeader = "x-parley-build";

export function hearBuild(build: string | null, drawnBy = own): void {
  if (!drawnBy || !build || (build !== drawnBy) === isOther) return;
  isOther = build !== drawnBy;
  for (const listener of listeners) listener();
}

/** Whether the server is of another build than this page: what the page has not fetched yet may be gone. */
export const isOtherBuild = (): boolean => isOther;

export function onOtherBuild(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
