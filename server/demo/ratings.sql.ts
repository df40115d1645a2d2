// SQL because a past is written at once: no operation can answer for somebody ninety days ago.
import { day, hour, minute } from "#server/base/clock.ts";
import { idAt, newId } from "#server/base/ids.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import { eventConversation } from "#server/conversations/viewing.ts";
import { systemActor } from "#server/core/actor.ts";
import { goodFrom } from "#server/csat/choices.ts";
import { optionsOf, wording } from "#server/csat/wording.ts";
import { execute, json, rows, sql } from "#server/db/sql.ts";
import { dice } from "./chance.ts";

/** From the most to the least usual. */
const scores = [5, 5, 5, 5, 4, 4, 4, 3, 2, 1] as const;
const comments: Readonly<Record<number, readonly string[]>> = {
  5: ["Quick and very kind", "Solved on the first try", "Great service, thank you"],
  4: ["Good, it just took a while", "Helpful"],
  3: ["It was okay"],
  2: ["I had to ask twice"],
  1: ["Nobody called me back"],
};

function surveyOf(conversation: ConversationRow, index: number, roll: () => number) {
  const { companyId, id: conversationId, channelId, assignedTo, teamId } = conversation;
  const closedAt = conversation.closedAt ?? conversation.createdAt;
  const askedAt = new Date(closedAt.getTime() + hour);
  const rating = roll() < 0.62 ? (scores[Math.floor(roll() * scores.length)] ?? 5) : null;
  const said = comments[rating ?? 0] ?? [];
  const comment = rating !== null && index % 3 === 0 ? (said[index % said.length] ?? "") : "";
  const answeredAt = rating === null ? null : new Date(askedAt.getTime() + (5 + Math.floor(roll() * 300)) * minute);
  return {
    ...{ companyId, id: newId(), conversationId, channelId, agentId: assignedTo, teamId, closedAt, askAt: askedAt },
    ...{ state: rating === null ? ("asked" as const) : ("answered" as const), askedAt, messageId: idAt(askedAt) },
    ...{ scale: "stars" as const, language: "en", reason: "", rating, comment, answeredAt },
    ...{ createdAt: closedAt, updatedAt: answeredAt ?? askedAt },
  };
}

type Survey = ReturnType<typeof surveyOf>;

function messageOf(survey: Survey, { lastSeq }: ConversationRow, name: string) {
  const { companyId, id, conversationId, messageId, askedAt, rating, comment, scale } = survey;
  return {
    ...{ companyId, id: messageId, conversationId, seq: lastSeq + 1, fromType: "robot", senderType: "robot" },
    ...{ sender: systemActor(companyId).id, senderName: name, type: "text/plain", text: wording.en.question },
    ...{ attachments: [], responseOptions: optionsOf(scale, "en"), status: "read", edited: false, createdAt: askedAt },
    extra: { survey: { id, scale, rating, comment, askComment: true } },
  };
}

function eventsOf(survey: Survey, conversation: ConversationRow) {
  const { companyId, conversationId, channelId, askedAt, answeredAt, id, agentId, teamId, scale, rating, comment } =
    survey;
  const { id: actorId, name: actorName } = systemActor(companyId);
  const about = { companyId, conversationId, channelId, contactId: conversation.contactId };
  const asked = { type: "csat/asked", actorType: "system", actorId, actorName, createdAt: askedAt };
  const made: Record<string, unknown>[] = [{ ...about, id: newId(), ...asked, data: { id, agentId, teamId } }];
  if (rating === null || !answeredAt) return made;
  const told = { responseId: id, scale, rating, good: rating >= goodFrom, comment, agentId, teamId, about: "rating" };
  const data = { ...eventConversation(conversation), ...told, askedAt, answeredAt };
  const who = { actorType: "visitor", actorId: conversation.visitorId, actorName: conversation.visitorName };
  return [...made, { ...about, id: newId(), type: "csat/received", ...who, data, createdAt: answeredAt }];
}

/** What visitors said when they were asked, about half of what people of the team have closed. */
export async function insertRatings(companyId: string, name: string, now: Date): Promise<void> {
  const closed = await rows<ConversationRow>(sql`
    select * from conversations where "companyId" = ${companyId} and "status" = 'closed' and "assignedTo" is not null
      and "firstHumanMessageAt" is not null and "closedAt" < ${new Date(now.getTime() - day)} order by "closedAt", "id"`);
  const roll = dice(5);
  const asked = closed.flatMap((conversation, index) =>
    index % 2 === 0 ? [{ conversation, survey: surveyOf(conversation, index, roll) }] : [],
  );
  const surveys = asked.map(({ survey }) => survey);
  const messages = asked.map(({ survey, conversation }) => messageOf(survey, conversation, name));
  const events = asked
    .flatMap(({ survey, conversation }) => eventsOf(survey, conversation))
    .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
  await execute(
    sql`insert into csat_settings ("companyId", "enabled", "delayMinutes") values (${companyId}, true, 60)`,
  );
  await execute(sql`insert into csat_responses ("companyId", "id", "conversationId", "channelId", "agentId", "teamId",
      "closedAt", "askAt", "state", "reason", "scale", "language", "askedAt", "messageId", "rating", "comment",
      "answeredAt", "createdAt", "updatedAt")
    select "companyId", "id", "conversationId", "channelId", "agentId", "teamId", "closedAt", "askAt", "state", "reason",
      "scale", "language", "askedAt", "messageId", "rating", "comment", "answeredAt", "createdAt", "updatedAt"
    from jsonb_populate_recordset(null::csat_responses, ${json(surveys)}::jsonb)`);
  await execute(sql`insert into messages ("companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName",
      "senderType", "type", "text", "attachments", "responseOptions", "status", "edited", "extra", "createdAt")
    select "companyId", "id", "conversationId", "seq", "fromType", "sender", "senderName", "senderType", "type", "text",
      "attachments", "responseOptions", "status", "edited", "extra", "createdAt"
    from jsonb_populate_recordset(null::messages, ${json(messages)}::jsonb)`);
  await execute(sql`update conversations c set "lastSeq" = m."seq" from messages m
    where m."companyId" = ${companyId} and c."companyId" = m."companyId" and c."id" = m."conversationId"
      and m."id" = any(${surveys.map(({ messageId }) => messageId)}::uuid[])`);
  await execute(sql`insert into events ("companyId", "id", "type", "conversationId", "channelId", "contactId", "actorType",
      "actorId", "actorName", "data", "createdAt")
    select "companyId", "id", "type", "conversationId", "channelId", "contactId", "actorType", "actorId", "actorName",
      "data", "createdAt" from jsonb_populate_recordset(null::events, ${json(events)}::jsonb)`);
}
