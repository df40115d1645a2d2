import { randomBytes } from "node:crypto";
import { env } from "#server/config/env.ts";
import { pagesBuild } from "#server/config/pages-build.ts";
import type { Viewer } from "#server/sessions/schema.ts";
import type { PageHeaders } from "./mount.ts";
import { contentSecurityPolicy, type FrameAncestors, openingHeaders, workspaceHeaders } from "./security-headers.ts";

/** Adds which sites may frame the chat of a channel. */
export type WidgetFrameAncestors = (channelId: string) => Promise<FrameAncestors>;

/** The viewer of a page, by the cookies of the request. */
export type ViewerOf = (cookieHeader: string) => Promise<{ state?: Viewer["state"] }>;

export const viewerHeader = "x-parley-viewer";
/** Tells the root layout that a page is a visitor's chat, which needs nothing of the workspace around it. */
export const surfaceHeader = "x-parley-surface";

/** Tells pages that the browser loads the document itself, not a part of it for a page that stands already. */
export const documentHeader = "x-parley-document";

/** The address that was asked for, which a sign-in comes back to. */
export const pathHeader = "x-parley-path";

/** Tells the root layout which build draws it. */
const buildHeader = "x-parley-build";

/** Tells the root layout where this is encrypted; empty where it is to be used without. */
const secureHeader = "x-parley-secure";

/** Meta's sign-up, and the window that stands in for it. */
const signUpPage = /^\/connect\/[0-9a-fA-F-]{36}(?:[/?]|$)/;
const simulatedWindow = /^\/simulator\/sign-up(?:[/?]|$)/;
const widgetPage = /^\/widget\/([0-9a-fA-F-]{36})(?:[/?]|$)/;

type Options = { dev: boolean; widgetFrameAncestors: WidgetFrameAncestors; viewerOf: ViewerOf };

/** What every page gets: a fresh nonce, on the request for Next and on the answer for the browser, and its viewer. */
export function pageHeaders({ dev, widgetFrameAncestors, viewerOf }: Options) {
  return async (url: string, cookies: string, isDocument: boolean): Promise<PageHeaders> => {
    const channelId = widgetPage.exec(url)?.[1];
    const frameAncestors = channelId ? await widgetFrameAncestors(channelId) : "none";
    const nonce = randomBytes(16).toString("base64");
    const signsUp = signUpPage.test(url);
    const meta = signsUp && env.meta.configId !== undefined;
    const policy = contentSecurityPolicy({ nonce, frameAncestors, dev, meta });
    const own = signsUp || simulatedWindow.test(url) ? openingHeaders : workspaceHeaders;
    const viewer = channelId ? undefined : await viewerOf(cookies);
    return {
      request: {
        [surfaceHeader]: channelId ? "widget" : "workspace",
        [buildHeader]: pagesBuild,
        [secureHeader]: env.publicUrl.startsWith("https:") ? env.publicUrl : "",
        "content-security-policy": policy,
        ...(URL.canParse(url, "http://this.invalid") ? { [pathHeader]: askedPath(url) } : {}),
        ...(viewer ? { [viewerHeader]: encoded(viewer) } : {}),
        ...(isDocument ? { [documentHeader]: "yes" } : {}),
      },
      response: { "Content-Security-Policy": policy, ...(frameAncestors === "none" ? own : {}) },
      ...(viewer?.state === "signed-in" ? {} : { strange: true as const }),
      // Only what shows a lot at first: who signs in types at once, and a visitor's chat may stand where nothing is painted.
      ...(isDocument && viewer?.state === "signed-in" && !dev ? { paintFirst: nonce } : {}),
    };
  };
}

/** Path and query as the browser's address shows them: Next's own mark of a part of a page goes. */
export function askedPath(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://this.invalid");
  searchParams.delete("_rsc");
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

function encoded(viewer: object): string {
  return Buffer.from(JSON.stringify(viewer)).toString("base64url");
}
