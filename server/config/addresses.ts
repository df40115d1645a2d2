import { z } from "zod";

/** A setting that is an address of one of these protocols, written as `https:`. */
export function address(protocols: string[]) {
  const begins = protocols.map((protocol) => `${protocol}//`);
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    // Most often a password as it was made, whose `#` or `/` ends the address's host.
    error: ({ input }) =>
      begins.some((begin) => String(input).toLowerCase().startsWith(begin))
        ? "must be an address that can be read: in a user name or password write # as %23, / as %2F, ? as %3F, @ as %40"
        : `must be an address beginning with ${begins.join(" or ")}`,
  });
}

/** An address of the web, without closing slashes. */
export const web = address(["http:", "https:"]).transform((text) => text.replace(/\/+$/, ""));

/** Other paths than those of this installation are nothing below it, and nobody signs in by an address. */
export const bare = address(["http:", "https:"])
  .refine((text) => /^https?:\/\/[^/?#@]+\/*$/i.test(text), {
    error: "must be an address without path, query, user and password, like https://inbox.example.com",
  })
  .transform((text) => text.replace(/\/+$/, ""));

/** Several, with spaces or commas between. */
export const bareList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(bare));

export const redis = address(["redis:", "rediss:"]).refine(
  // What is no address at all is refused above.
  (text) => !URL.canParse(text) || /^\/?\d*$/.test(new URL(text).pathname),
  { error: "must end in its host, or in a database's number" },
);
