import { mounted } from "#server/http/mount.ts";

/**
 * Next calls it once, before it serves. Where our own server runs Next, everything is open. In a plain `next start`
 * pools and outbox are opened here, by modules that Node loads itself, so that no bundle holds copies of them.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || mounted()) return;
  const file = new URL("server/web-process.ts", `file://${process.cwd()}/`).href;
  const { openInNext } = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ file
  )) as typeof import("./server/web-process.ts");
  await openInNext();
}
