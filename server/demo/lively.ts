import { listConversations } from "#server/conversations/list/listing.ts";
import { addNote } from "#server/conversations/noting/noting.ts";
import type { Actor } from "#server/core/actor.ts";
import { setReaction } from "#server/messages/reacting.ts";
import { sendMessage } from "#server/messages/sending.ts";
import { createUpload } from "#server/uploads/creating.ts";
import { listUserNames } from "#server/users/listing.ts";

const rate = 8000;
const seconds = 3;

/** A bell that creaks: what a browser plays everywhere, 8 bits and one channel. */
function recording(): string {
  const samples = Buffer.alloc(rate * seconds);
  for (let at = 0; at < samples.length; at += 1) {
    const t = at / rate;
    const swell = Math.abs(Math.sin(t * 4)) * (1 - t / seconds);
    samples[at] = 128 + Math.round(90 * swell * Math.sin(2 * Math.PI * (420 + 90 * Math.sin(t * 7)) * t));
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString("base64");
}

const offer = [
  "Acme Bikes, offer 1182",
  "",
  "City One, size M      890",
  "Bell and lock          45",
  "",
  "Valid for 30 days.",
];
const note = "@Alex Romero can you look at this one? They want the bell replaced as well.";

/**
 * In the newest conversation of the administrator: a recording and a file, an answer that quotes, a reaction, and a
 * colleague's note that names them, which is news for their bell.
 */
export async function seedLively(admin: Actor): Promise<void> {
  const query = { assignedTo: [admin.id], channel: ["WEB" as const], open: true, sort: "createdAt:desc", limit: 1 };
  const [conversation] = (await listConversations.execute(admin, query)).data;
  if (!conversation) return;
  const { id: conversationId, visitorId } = conversation;
  const visitor = { conversationId, from: visitorId, fromType: "visitor" as const };
  const person = { conversationId, from: admin.id, fromType: "user" as const };
  const heard = await createUpload.execute(admin, { content: recording(), fileName: "bell.wav", voice: true });
  const asked = await sendMessage.execute(admin, { ...visitor, body: "One more thing: the bell sounds odd. Listen:" });
  const voice = { uploadId: heard.id, voice: true };
  const spoken = await sendMessage.execute(admin, { ...visitor, type: "audio", message: voice });
  await setReaction.execute(admin, { conversationId, messageId: spoken.id, emoji: "👂" });
  await sendMessage.execute(admin, {
    ...person,
    body: "It does! We put on a new one when you come by.",
    replyToId: asked.id,
  });
  const content = Buffer.from(offer.join("\n")).toString("base64");
  const file = await createUpload.execute(admin, { content, fileName: "offer-1182.txt" });
  await sendMessage.execute(admin, { ...person, type: "file", message: { uploadId: file.id } });
  const ana = (await listUserNames.execute(admin, {})).find(({ name }) => name === "Ana Torres");
  if (!ana) return;
  const colleague = { ...admin, id: ana.id, userId: ana.id, name: ana.name };
  await addNote.execute(colleague, { conversationId, message: note, mentions: [admin.id] });
}
