import { type NextRequest, NextResponse } from "next/server";
import { mounted, notOpen } from "#server/http/mount.ts";

/** Dresses pages in a plain `next start`: policy, nonce and who looks. Our own server has done it before Next sees them. */
export async function proxy(request: NextRequest): Promise<Response> {
  const found = mounted();
  if (found === "before") return NextResponse.next();
  if (!found) return notOpen();
  const { request: given, response } = await found.dress(request);
  const headers = new Headers(request.headers);
  // Only this process says who looks: whatever a client sent under these names is dropped.
  for (const name of ["x-parley-viewer", "x-parley-surface", "content-security-policy-report-only"])
    headers.delete(name);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return NextResponse.next({ request: { headers }, headers: { ...response } });
}

export const config = {
  // All but the paths of the Hono app, whose bodies must not be held up here, and files of the build.
  matcher: [
    "/((?!v1(?:/|$)|mcp(?:/|$)|metrics(?:/|$)|health(?:/|$)|docs(?:/|$)|hooks(?:/|$)|simulator/graph(?:/|$)|uploads(?:/|$)|widget/v1(?:/|$)|api/(?:trpc|auth|setup)(?:/|$)|_next/static/).*)",
  ],
};
