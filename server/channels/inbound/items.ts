import type { MessageExtra } from "#server/messages/schema.ts";

/** A person as a payload names them. Has phone, userId or both. */
export type Person = { phone: string; userId: string | null; name: string; username: string };

/**
 * A file at the platform: `id` to ask for, `url` where the payload has one. `any`: what lies behind something shared,
 * a picture, a film or only a page.
 */
export type MediaRef = {
  id: string;
  url: string;
  mimeType: string;
  sha256: string;
  fileName: string;
  type: "image" | "audio" | "video" | "file" | "any";
  /** Its place among the message's files, while it is missing. */
  place?: number | undefined;
  /** The picture of the ad with this id, not a file of the message. */
  ad?: string | undefined;
};

/** Where a visitor came from: an ad, a link. */
export type Referral = {
  source: string;
  sourceUrl: string;
  sourceId: string;
  headline: string;
  body: string;
  /** Its picture: at the platform, and once it is fetched, with us. */
  image: string;
  clickId: string;
  /** An ad: opens the platform's longer window. */
  ad: boolean;
};

export type Place = { latitude: number; longitude: number; name: string; address: string };

/** What a message carries beside its words and files. */
export type Details = Pick<MessageExtra, "about" | "answers" | "description" | "call" | "product">;

export type InboundContent = (
  | { type: "text/plain"; text: string; media?: MediaRef[] }
  | { type: "image" | "audio" | "video" | "file"; text: string; media: MediaRef[] }
  | { type: "location"; text: string; place: Place }
  /** Shown as a placeholder: `what` is the platform's word for it. */
  | { type: "unsupported"; text: string; what: string }
) & { details?: Details };

type About = { routingId: string; at: Date };

export type InboundMessage = About & {
  kind: "message";
  externalId: string;
  from: Person;
  content: InboundContent;
  /** The platform's id of the message this one quotes. */
  quoted?: string;
  /** What a tapped button carries back. */
  choice?: string;
  referral?: Referral;
  forwarded?: boolean;
};

/** Written by the business itself: through our API, on the phone app or in the page inbox. */
export type InboundEcho = About & {
  kind: "echo";
  externalId: string;
  to: Person;
  content: InboundContent;
  metadata: string;
  appId: string;
};

export type InboundStatus = About & {
  kind: "status";
  externalId: string;
  status: "sent" | "delivered" | "read" | "failed";
  callbackData: string;
  code?: string;
  reason?: string;
  /** It is true of all that was sent before it as well. */
  through?: boolean;
};

/** Everything sent to this person up to a moment has arrived or been read. */
export type InboundWatermark = About & {
  kind: "watermark";
  person: Person;
  status: "delivered" | "read";
  upTo: Date;
};

export type InboundChange =
  | (About & { kind: "reaction"; target: string; emoji: string; from: Person })
  | (About & { kind: "edit"; target: string; text: string })
  | (About & { kind: "deletion"; target: string })
  | (About & { kind: "referral"; from: Person; referral: Referral })
  | (About & { kind: "moved"; from: Person; to: Person })
  /** Whether a person wants marketing messages from now on. */
  | (About & { kind: "preference"; from: Person; what: "opted_in" | "marketing_stopped" | "marketing_resumed" })
  /** Account, number and template matters: `field` and `value` as the platform sent them. */
  | (About & { kind: "platform"; field: string; value: Record<string, unknown> })
  | (About & { kind: "ignored"; why: string });

/** A message of a phone app's past: `out` from the business, to `person`. */
export type PastMessage = {
  externalId: string;
  at: Date;
  out: boolean;
  status: "sent" | "delivered" | "read" | "failed";
  person: Person;
  content: InboundContent;
  quoted?: string;
  forwarded?: boolean;
};

/** A part of what a phone app shares of its past; `progress` in percent of all of it, where it is told. */
export type PastPart = About & {
  kind: "history";
  progress: number | null;
  refusal: { code: number; reason: string } | null;
  messages: PastMessage[];
};

/** The phone's address book. */
export type PastContacts = About & { kind: "contacts"; contacts: { phone: string; name: string; at: Date }[] };

export type InboundItem =
  | InboundMessage
  | InboundEcho
  | InboundStatus
  | InboundWatermark
  | InboundChange
  | PastPart
  | PastContacts;
