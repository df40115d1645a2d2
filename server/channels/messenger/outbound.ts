import type { Capabilities } from "../capabilities-schema.ts";
import type { Connection } from "../connection/connecting.ts";
import type { Accepted, Outgoing, OutgoingPart, Recipient, SendOptions } from "../connector.ts";
import { GraphError, graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { choiceId, numbered, reachesOf, splitText } from "../outbound/texts.ts";

const pointer = "👇";
const length = (one: string) => [...one].length;

/** Page-linked accounts send as the page, Instagram logins as the account. */
export function senderOf({ credentials }: Connection): string {
  if (credentials.platform === "messenger") return credentials.pageId;
  if (credentials.platform !== "instagram") throw new Error("not a page");
  return credentials.flavour === "page" ? (credentials.pageId ?? "me") : credentials.accountId;
}

function quickReplies(message: Outgoing): object[] {
  return message.responseOptions.map((title, index) => {
    return { content_type: "text", title, payload: choiceId(message.id, index) };
  });
}

function texts(message: Outgoing, able: Capabilities): OutgoingPart[] {
  const options = message.responseOptions;
  const chips =
    options.length > 0 &&
    options.length <= able.buttons.most &&
    options.every((one) => length(one) <= able.buttons.title);
  const plain = options.length === 0 || chips;
  const words = plain ? message.text : numbered(message.text, options);
  const shown = words.trim() === "" && chips ? pointer : words;
  if (shown === "") return [];
  const pieces = splitText(shown, able.text, able.textUnit);
  const last = pieces.length - 1;
  const reaches = reachesOf(shown, pieces);
  const files = message.attachments.length;
  return pieces.map((text, index) => ({
    arrived: { files, characters: Math.min(reaches[index] ?? 0, length(message.text)) },
    // Chips vanish as soon as something follows them: they hang on the last piece.
    body: { message: { text, ...(chips && index === last ? { quick_replies: quickReplies(message) } : {}) } },
    ...(!plain && index === last ? { marks: { numbered: true as const } } : {}),
  }));
}

const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "file"]);

/**
 * A message of the team as requests: files first, because they have no caption, words and chips after them. What it
 * answers goes with the first.
 */
export function renderPage(message: Outgoing, able: Capabilities): OutgoingPart[] {
  const attached = fileTypes.has(message.type) ? message.attachments : [];
  const files = attached.map(({ image_url }, index): OutgoingPart => {
    const body = { message: { attachment: { type: message.type, payload: { url: image_url } } } };
    return { body, arrived: { files: index + 1, characters: 0 } };
  });
  const [first, ...others] = [...files, ...texts(message, able)];
  if (!first) return others;
  const mid = message.extra.quoted?.externalId;
  const said = mid ? { ...(first.body.message as Record<string, unknown>), reply_to: { mid } } : undefined;
  return [said ? { ...first, body: { ...first.body, message: said } } : first, ...others];
}

export async function reactPage(
  connection: Connection,
  to: Recipient,
  externalId: string,
  emoji: string,
): Promise<void> {
  await graphRequest(connection, {
    method: "POST",
    path: `/${senderOf(connection)}/messages`,
    body: {
      recipient: { id: to.userId ?? "" },
      sender_action: emoji ? "react" : "unreact",
      payload: { message_id: externalId, ...(emoji ? { reaction: emoji } : {}) },
    },
  });
}

/** POST /{page}/messages. Only a person's message may carry HUMAN_AGENT, never the bot's. */
export async function sendPage(
  connection: Connection,
  to: Recipient,
  part: OutgoingPart,
  options: SendOptions,
): Promise<Accepted> {
  const message = { ...(part.body.message as Record<string, unknown>), metadata: options.callbackData };
  const kind = options.humanAgent
    ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }
    : { messaging_type: "RESPONSE" };
  const answer = await graphRequest(connection, {
    method: "POST",
    path: `/${senderOf(connection)}/messages`,
    body: { recipient: { id: to.userId ?? "" }, ...kind, message },
  });
  const externalId = textIn(answer.message_id);
  if (!externalId)
    throw new GraphError({ code: -1, action: "unknown", message: "The platform's answer names no message." });
  return { externalId };
}

export async function markSeenPage(connection: Connection, to: Recipient, typing: boolean): Promise<void> {
  for (const action of typing ? ["mark_seen", "typing_on"] : ["mark_seen"]) {
    await graphRequest(connection, {
      method: "POST",
      path: `/${senderOf(connection)}/messages`,
      body: { recipient: { id: to.userId ?? "" }, sender_action: action },
    });
  }
}

const fields = {
  messenger:
    "messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions,message_edits,messaging_referrals,messaging_optins,messaging_handovers,standby",
  instagram: "messages,messaging_postbacks,message_reactions,messaging_referral,messaging_seen",
};

export function subscriptionOf(connection: Connection): { path: string; fields: string } {
  const login = connection.credentials.platform === "instagram" && connection.credentials.flavour === "login";
  return { path: `/${senderOf(connection)}/subscribed_apps`, fields: login ? fields.instagram : fields.messenger };
}
