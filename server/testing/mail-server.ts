import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Furniture } from "./furnishing.ts";

/** A mail as it arrived: the envelope, and everything that was said. */
type Arrived = { from: string; to: string[]; raw: string; headers: string; subject: string; text: string };

export type MailServer = {
  url: string;
  arrived: Arrived[];
  /** From now on recipients are answered so: an SMTP code, 0 for yes. */
  answer: (code: number) => void;
  /** Waits until so many have come. */
  until: (count: number) => Promise<Arrived>;
};

function decoded(quoted: string): string {
  const joined = quoted.replaceAll(/=\r?\n/g, "");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function read(from: string, to: string[], raw: string): Arrived {
  const end = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ");
  const [, plain = ""] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw) ?? [];
  const [, subject = ""] = /^Subject: (.*)$/im.exec(headers) ?? [];
  const isQuoted = /text\/plain[^\r]*\r\nContent-Transfer-Encoding: quoted-printable/i.test(raw);
  return { from, to, raw, headers, subject, text: isQuoted ? decoded(plain) : plain };
}

/** A real SMTP server on this machine. It takes everything, without encryption or a password, unless it is told. */
async function startMailServer(): Promise<MailServer> {
  const arrived: Arrived[] = [];
  let refusal = 0;
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"], logger: false, size: 1_000_000 },
    onRcptTo(_address, _session, callback) {
      if (refusal === 0) return callback();
      callback(Object.assign(new Error("No such mailbox here"), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        const raw = Buffer.concat(chunks).toString("utf8");
        arrived.push(
          read(
            from,
            rcptTo.map(({ address }) => address),
            raw,
          ),
        );
        callback();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  // It ends with the process.
  listening.unref();
  await new Promise<void>((resolve) => listening.once("listening", resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    answer: (code) => {
      refusal = code;
    },
    async until(count) {
      const deadline = Date.now() + 10_000;
      while (arrived.length < count) {
        if (Date.now() > deadline) throw new Error(`only ${arrived.length} of ${count} mails came`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const last = arrived[count - 1];
      if (!last) throw new Error("no mail came");
      return last;
    },
  };
}

let ours: Promise<MailServer> | undefined;

async function serveThisProcess(): Promise<MailServer> {
  const mails = await startMailServer();
  process.env.SMTP_URL = mails.url;
  process.env.MAIL_FROM = "Acme Inbox <inbox@acme.example>";
  return mails;
}

/**
 * The mail server that the product sends by in this process, with nothing in it. The product reads its settings once, as
 * it loads: a test imports it after this, by `import()`, and the files that do so share their processes.
 */
export async function sendByMailServer(): Promise<MailServer> {
  ours ??= serveThisProcess();
  const mails = await ours;
  mails.arrived.length = 0;
  mails.answer(0);
  return mails;
}

/** A company whose mails arrive at a server of its own; `sendMail` sends those that are due. */
export async function openMailedCompany(name: string, furniture: readonly Furniture[] = []) {
  const mails = await sendByMailServer();
  const { freshCompany } = await import("./company.ts");
  const { openApi } = await import("./fixture.ts");
  const { sendDueMail } = await import("#server/mail/sending.ts");
  const { closePresence } = await import("#server/kit/presence/presence.ts");
  const { systemActor } = await import("#server/core/actor.ts");
  const company = await freshCompany(name, furniture);
  const api = await openApi(company);
  const close = async () => {
    await closePresence();
    await company.close();
  };
  return { mails, company, api, close, sendMail: () => sendDueMail.execute(systemActor(company.companyId), {}) };
}
