import type { Arrived } from "#server/messages/queue/outcomes.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { Capabilities } from "./capabilities-schema.ts";
import type { Connection } from "./connection/connecting.ts";
import type { Platform } from "./connection/credentials.ts";
import type { Finding } from "./connection/finding-schema.ts";
import type { InboundItem } from "./inbound/items.ts";
import type { Uploader } from "./media/uploading.ts";

/** A recipient: a number, or the platform's own id of the user. */
export type Recipient = { phone: string; userId: string | null };

/** A message of the team as it goes out. */
export type Outgoing = Pick<MessageRow, "id" | "type" | "text" | "attachments" | "responseOptions" | "senderType"> & {
  extra: NonNullable<MessageRow["extra"]>;
  /** The conversation's, for the few words a platform asks us for. */
  language?: string;
};

/** Where a message with a file has it, beside its attachment. */
export const fileIn = (message: Pick<Outgoing, "extra" | "attachments">) =>
  message.extra.files?.find(({ url }) => url === message.attachments[0]?.image_url);

/**
 * One request of a message; a message may need several. `marks` are kept on the message once it is sent; `arrived`:
 * what of the message the platform has once it has this part too.
 */
export type OutgoingPart = { body: Record<string, unknown>; marks?: { numbered: true }; arrived?: Arrived };

/** The platform has taken a part: accepted, not delivered. */
export type Accepted = {
  externalId: string;
  /** The platform's own digits of the recipient, where they differ from what was asked. */
  phone?: string;
  userId?: string;
};

export type SendOptions = {
  /** Comes back with every status or echo of the message. */
  callbackData: string;
  /** A person's message after the window, where the channel's setting allows it. */
  humanAgent?: boolean;
};

export type CheckStep = {
  step: "token" | "account" | "subscription" | "number" | "secret";
  ok: boolean;
  /** What was found, or what is wrong and what to do: in English, or in the platform's words. */
  detail: string;
  /** The same for a reader of any language. Not given: the words are the platform's. */
  words?: Finding[];
  /** The platform no longer accepts the access at all. */
  lost?: boolean;
  /** The access opens another number, page or account than the one it was entered for. */
  foreign?: boolean;
  /** The platform could not be asked, or had a passing problem: says nothing about the access. */
  passing?: boolean;
};

export type Health = {
  name?: string;
  number?: string;
  quality?: string;
  status?: string;
  verification?: string;
  limit?: string;
  throughput?: string;
};

/** `pageId`: the page behind the access, as far as the check has seen it. */
export type Checked = { steps: CheckStep[]; health: Health; pageId?: string };

/** One platform behind one small interface. Connectors do not know whether they talk to Meta or to the simulator. */
export type Connector = {
  platform: Platform;
  /** What it has taken may still be refused, as a webhook tells. */
  refusesLater?: true;
  capabilities: Capabilities;
  /** Everything in a webhook payload, in its order; what is not known becomes a placeholder. */
  parse: (payload: unknown, receivedAt: Date) => InboundItem[];
  render: (message: Outgoing) => OutgoingPart[];
  /** Takes our own files before they are sent. */
  uploader: Uploader;
  /** Sends one part. Throws GraphError. */
  send: (connection: Connection, to: Recipient, part: OutgoingPart, options: SendOptions) => Promise<Accepted>;
  /** Puts the team's reaction on a message, an empty one takes it away. Throws GraphError. */
  react: (connection: Connection, to: Recipient, externalId: string, emoji: string) => Promise<void>;
  /** Tells the visitor that their message was seen, with `typing` also that an answer is being written. */
  markRead: (connection: Connection, to: Recipient, externalId: string, typing: boolean) => Promise<void>;
  /** Tries everything a working channel needs, in order, and goes on after a failure. */
  check: (connection: Connection) => Promise<Checked>;
  /** Stops the platform's webhooks for this channel. */
  unsubscribe: (connection: Connection) => Promise<void>;
  /** Name and user name of a person, where the platform gives them within that time. */
  profile: (connection: Connection, userId: string, timeoutMs: number) => Promise<{ name: string; username: string }>;
};
