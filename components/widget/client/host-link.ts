import type { VisitorPage } from "#server/visitors/schema.ts";

/** What the page around the frame may ask. */
export type HostListener = {
  /** `leaving`: somebody signed out before this frame could be told. */
  init: (state: { open: boolean; page: VisitorPage; identity: string | undefined; leaving: boolean }) => void;
  opened: (open: boolean) => void;
  page: (page: VisitorPage) => void;
  identify: (identity: string) => void;
  forget: () => void;
};

function textOf(value: unknown, length: number): string {
  return typeof value === "string" ? value.slice(0, length) : "";
}

/** Nothing from another page is taken as it is. */
function pageOf(value: unknown): VisitorPage {
  const given: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  return {
    url: textOf(given.url, 2048),
    landing: textOf(given.landing, 2048),
    referrer: textOf(given.referrer, 2048),
    title: textOf(given.title, 255),
    gaClientId: textOf(given.gaClientId, 255),
  };
}

/** Whether this page stands in a frame of another. */
export function isFramed(): boolean {
  return window.parent !== window;
}

/**
 * Talks to the loader by postMessage. Listens to the parent window only, and from its first `init` on to that one
 * origin only; which origins may frame us at all is the browser's to enforce (frame-ancestors).
 */
export class HostLink {
  private readonly listener: HostListener;
  private origin: string | undefined;
  private readonly hear = (event: MessageEvent<unknown>) => this.take(event);

  constructor(listener: HostListener) {
    this.listener = listener;
  }

  start(): void {
    window.addEventListener("message", this.hear);
    // Contains nothing, so that it may go to any origin: the answer shows which origin we talk to.
    window.parent.postMessage({ parley: "frame", type: "ready" }, "*");
  }

  stop(): void {
    window.removeEventListener("message", this.hear);
  }

  tell(message: { type: string } & Record<string, unknown>): void {
    if (this.origin) window.parent.postMessage({ parley: "frame", ...message }, this.origin);
  }

  private take({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== window.parent || (this.origin !== undefined && origin !== this.origin)) return;
    if (typeof data !== "object" || data === null || Reflect.get(data, "parley") !== "host") return;
    const message: Record<string, unknown> = { ...data };
    if (message.type === "init") {
      this.origin = origin;
      const identity = textOf(message.identity, 4096) || undefined;
      const leaving = message.leaving === true;
      this.listener.init({ open: message.open === true, page: pageOf(message.page), identity, leaving });
      return;
    }
    if (this.origin !== undefined) this.dispatch(message);
  }

  private dispatch(message: Record<string, unknown>): void {
    if (message.type === "open" || message.type === "close") this.listener.opened(message.type === "open");
    else if (message.type === "page") this.listener.page(pageOf(message.page));
    else if (message.type === "forget") this.listener.forget();
    else if (message.type === "identify") {
      const identity = textOf(message.identity, 4096);
      if (identity !== "") this.listener.identify(identity);
    }
  }
}
