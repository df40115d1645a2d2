import { now } from "#server/base/clock.ts";
import { type Loose, listIn, objectIn, textIn } from "../inbound/lossless.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { windowEnd } from "./messages.sql.ts";
import { objectOf } from "./objects.sql.ts";
import { invalidParameter, SimulatedError } from "./refusing.ts";
import { checkTemplate } from "./template-sends.ts";

const size = (text: string) => [...text].length;

function limit(name: string, text: string, most: number, least = 1): void {
  if (size(text) < least)
    throw new SimulatedError(131008, "Required parameter is missing", { details: `${name} is required` });
  if (size(text) > most)
    throw new SimulatedError(131009, "Parameter value is not valid", { details: `${name} is longer than ${most}` });
}

function checkButtons(action: Loose): void {
  const buttons = listIn(action.buttons).map((button) => objectIn(objectIn(button).reply));
  if (buttons.length < 1 || buttons.length > 3)
    throw new SimulatedError(131009, "Parameter value is not valid", { details: "1 to 3 buttons" });
  for (const { id, title } of buttons) {
    limit("button id", textIn(id), 256);
    limit("button title", textIn(title), 20);
  }
  if (new Set(buttons.map(({ title }) => title)).size < buttons.length) {
    throw new SimulatedError(131009, "Parameter value is not valid", { details: "Button titles must be unique" });
  }
}

function checkList(action: Loose): void {
  limit("list button", textIn(action.button), 20);
  const rows = listIn(action.sections).flatMap((section) => listIn(objectIn(section).rows).map(objectIn));
  if (rows.length < 1 || rows.length > 10)
    throw new SimulatedError(131009, "Parameter value is not valid", { details: "1 to 10 rows" });
  for (const { id, title, description } of rows) {
    limit("row id", textIn(id), 200);
    limit("row title", textIn(title), 24);
    limit("row description", textIn(description), 72, 0);
  }
}

function checkInteractive(interactive: Loose): void {
  limit("body", textIn(objectIn(interactive.body).text), 1024);
  const action = objectIn(interactive.action);
  if (interactive.type === "button") checkButtons(action);
  else if (interactive.type === "list") checkList(action);
  else if (interactive.type !== "cta_url")
    throw new SimulatedError(131009, "Parameter value is not valid", { details: "interactive.type" });
}

/** What is named by its id must have been uploaded to this account. */
async function requireMedia(account: SimulatedAccount, id: string): Promise<void> {
  if (id && !(await objectOf(account, "media", id)))
    throw invalidParameter(`Media ID ${id} is not associated with this account`);
}

const media = new Set(["image", "video", "audio", "document", "sticker"]);

/** What the Cloud API checks before it accepts a message. */
export async function checkWhatsapp(account: SimulatedAccount, body: Loose): Promise<void> {
  const type = textIn(body.type) || "text";
  const part = objectIn(body[type]);
  if (type === "text") return limit("text.body", textIn(part.body), 4096);
  if (type === "interactive") {
    await requireMedia(account, textIn(objectIn(objectIn(part.header).image).id));
    return checkInteractive(part);
  }
  if (type === "template") return checkTemplate(account, part);
  if (media.has(type)) {
    limit("caption", textIn(part.caption), 1024, 0);
    const id = textIn(part.id);
    if (!id && !/^https?:\/\//.test(textIn(part.link))) throw invalidParameter(`${type}: id or link is required`);
    return requireMedia(account, id);
  }
  if (!["location", "contacts", "reaction"].includes(type)) {
    throw new SimulatedError(131051, "Unsupported message type");
  }
}

/** The window closes 24 hours after the customer's last message, 72 after an ad. Who never wrote to the simulator is not held to it. */
export async function windowClosed(account: SimulatedAccount, peer: string): Promise<boolean> {
  const ends = await windowEnd(account, peer);
  return ends !== undefined && now() > ends;
}

/** What Messenger and Instagram check. */
export async function checkPage(account: SimulatedAccount, peer: string, body: Loose): Promise<void> {
  const message = objectIn(body.message);
  const text = textIn(message.text);
  const most = account.platform === "instagram" ? 1000 : 2000;
  const length = account.platform === "instagram" ? Buffer.byteLength(text) : size(text);
  const attachment = message.attachment ?? listIn(message.attachments)[0];
  await requireMedia(account, textIn(objectIn(objectIn(attachment).payload).attachment_id));
  if (!text && !attachment) throw invalidParameter("message must have text or an attachment");
  if (length > most)
    throw invalidParameter(`Length of param message[text] must be less than or equal to ${most}`, 2018109);
  const replies = listIn(message.quick_replies).map(objectIn);
  if (replies.length > 13) throw invalidParameter("At most 13 quick replies");
  for (const reply of replies)
    if (size(textIn(reply.title)) > 20) throw invalidParameter("Quick reply title is longer than 20");
  const human = body.messaging_type === "MESSAGE_TAG" && body.tag === "HUMAN_AGENT";
  if (body.messaging_type === "MESSAGE_TAG" && !human)
    throw invalidParameter("This message tag is not supported any more");
  if (!human && (await windowClosed(account, peer))) {
    throw new SimulatedError(10, "This message is sent outside of allowed window.", {
      subcode: account.platform === "instagram" ? 2534022 : 2018278,
    });
  }
}
