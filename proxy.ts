import { type NextRequest, NextResponse } from "next/server";
import { mounted, notOpen } from "#server/http/mount.ts";

/** Of pages alone, since Next is told to leave it: an API has no address with a slash at its end, and says so itself. */
function withoutSlash({ nextUrl }: NextRequest): Response | undefined {
  if (nextUrl.pathname === "/" || !nextUrl.pathname.endsWith("/")) return undefined;
  // A plain address: Next's own would put the slash back.
  const target = new URL(nextUrl.href);
  // More than one at the beginning would name another server.
  target.pathname = target.pathname.replace(/^[/\\]+/, "/").replace(/\/+$/, "") || "/";
  return NextResponse.redirect(target, 308);
}

/** Dresses pages in a plain `next start`: policy, nonce and who looks. Our own server has done it before Next sees them. */
export async function proxy(request: NextRequest): Promise<Response> {
  const elsewhere = withoutSlash(request);
  if (elsewhere) return elsewhere;
  const found = mounted();
  if (!found) return notOpen();
  if (!found.own) return NextResponse.next();
  const { request: given, response } = await found.own.dress(request);
  const headers = new Headers(request.headers);
  // Only this process says who looks: whatever a client sent under these names is dropped.
  for (const name of [
    "x-parley-viewer",
    "x-parley-surface",
    "x-parley-document",
    "x-parley-path",
    "content-security-policy-report-only",
  ])
    headers.delete(name);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return NextResponse.next({ request: { headers }, headers: { ...response } });
}

export const config = {
  // All but the paths of the Hono app, whose bodies must not be held up here, and files of the build.
  matcher: [
    "/((?!v1(?:/|$)|mcp(?:/|$)|metrics(?:/|$)|health(?:/|$)|docs(?:/|$)|hooks(?:/|$)|simulator/graph(?:/|$)|uploads(?:/|$)|sheets(?:/|$)|widget/v1(?:/|$)|api/(?:trpc|auth|setup|accounts)(?:/|$)|_next/static/).*)",
  ],
};
