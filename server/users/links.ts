import { newSecret, sha256 } from "#server/base/secrets.ts";
import { env } from "#server/config/env.ts";

/** Pages that a link opens. */
type LinkPage = "join" | "new-password";

/** A link whose token stands behind the #: browsers send that to no server and write it into no log. */
export function newLink(page: LinkPage): { link: string; tokenHash: string } {
  const token = newSecret("");
  return { link: `${env.publicUrl}/${page}#${token}`, tokenHash: sha256(token) };
}
