import { second } from "#server/base/clock.ts";
import { env } from "#server/config/env.ts";
import type { Composed } from "./composing.ts";

/** `later`: another try may help; `refused`: none will, for this address. */
export type MailOutcome = { result: "sent" } | { result: "later" | "refused"; error: string };

type Transport = Awaited<ReturnType<typeof open>>;
let kept: Transport | undefined;

/** The library is loaded with the first mail. */
async function open({ server }: NonNullable<typeof env.mail>) {
  const { default: nodemailer } = await import("nodemailer");
  const { host, port, secure, requireTls, user, password } = server;
  return nodemailer.createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
    // Nothing of a mail is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function faultOf(error: unknown): MailOutcome {
  const {
    message = String(error),
    responseCode,
    command,
  } = (error ?? {}) as {
    message?: string;
    responseCode?: number;
    command?: string;
  };
  // What is said of our own sign-in is not said of the recipient: an operator mends it meanwhile.
  const final = typeof responseCode === "number" && responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command ?? "");
  const words = message.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return { result: final ? "refused" : "later", error: words.slice(0, 300) };
}

/** Hands one mail to the mail server. `id` becomes its Message-ID, the same on every try, by which a repeat is known. */
export async function deliver(
  to: string,
  { subject, text, html, settings, files = [] }: Composed,
  id: string,
): Promise<MailOutcome> {
  if (!env.mail) return { result: "later", error: "SMTP_URL is not set." };
  kept ??= await open(env.mail);
  const { name, address } = env.mail.from;
  const host = address.slice(address.lastIndexOf("@") + 1);
  try {
    await kept.sendMail({
      from: { name, address },
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${host}>`,
      attachments: files.map(({ name, type, text: content }) => ({ filename: name, contentType: type, content })),
      // Answers of machines on holiday would come back to nobody.
      headers: {
        ...{ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        ...(settings ? { "List-Unsubscribe": `<${settings}>` } : {}),
      },
    });
    return { result: "sent" };
  } catch (error) {
    return faultOf(error);
  }
}
