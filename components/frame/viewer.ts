import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInAddress } from "#components/sessions/own-target.ts";
import { type Viewer, viewerSchema } from "#server/sessions/schema.ts";

/** The viewer of this page, as set by the server that received the request. */
export async function readViewer(): Promise<Viewer> {
  const told = (await headers()).get("x-parley-viewer");
  if (!told) return { state: "anonymous", firstRun: false };
  return viewerSchema.parse(JSON.parse(Buffer.from(told, "base64url").toString("utf8")));
}

/** The address of this page as the browser shows it, as set by the server that received the request. */
export async function askedAddress(): Promise<string> {
  return (await headers()).get("x-parley-path") ?? "/inbox";
}

/** The signed-in person; everyone else is sent to sign in and comes back, or to the set-up of an empty installation. */
export async function requireViewer(): Promise<Extract<Viewer, { state: "signed-in" }>> {
  const viewer = await readViewer();
  if (viewer.state === "signed-in") return viewer;
  redirect(viewer.firstRun ? "/welcome" : signInAddress(await askedAddress()));
}
