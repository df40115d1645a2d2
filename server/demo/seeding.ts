import { now } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import { createCompany } from "#server/companies/creating.ts";
import { noteFirstStep } from "#server/companies/first-steps.ts";
import { phoneKeys } from "#server/contacts/identity/phones.ts";
import { eventContact } from "#server/contacts/viewing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { storeEvents } from "#server/core/events/storing.ts";
import { hashPassword } from "#server/core/passwords.ts";
import { prisma } from "#server/db/prisma.ts";
import { inSystemTransaction } from "#server/db/system.ts";
import { phasesOf } from "#server/phases/access.ts";
import { insertUser } from "#server/users/inserting.ts";
import { seedAnswers } from "./answers.ts";
import { dice } from "./chance.ts";
import { type Told, tell } from "./conversations.ts";
import { seedDeliveries } from "./deliveries.ts";
import { questions } from "./dialogues.ts";
import { seedDuplicate } from "./duplicates.ts";
import { frameSizes, seedFields } from "./fields.ts";
import { type DemoSignIn, demoDomain, demoPassword, unfinishedName } from "./guarding.ts";
import { seedGuide } from "./guide.ts";
import { seedLively } from "./lively.ts";
import { seedMailings } from "./mailings.ts";
import { pastOfAll } from "./past.ts";
import { tags, team } from "./people.ts";
import { placePast } from "./placing.sql.ts";
import { seedPlanned } from "./planned.ts";
import { type Platforms, seedPlatforms } from "./platforms.ts";
import type { World } from "./playing.ts";
import { insertPromises } from "./promises.sql.ts";
import { insertRatings } from "./ratings.sql.ts";
import { seedRules, seedTriggers } from "./rules.ts";
import { insertAll, linkContacts } from "./seeding.sql.ts";
import { seedHours, seedServiceLevels, seedWorkshopHours } from "./service-levels.ts";
import { insertShifts } from "./shifts.sql.ts";
import { seedRole, seedTeams, shareOut } from "./teams.ts";
import { seedSavedReports, seedViews } from "./views.ts";

const companyName = "Acme Bikes (demo)";
const size = 420;
const pastAtOnce = 1000;

function knownBesides(index: number): Record<string, unknown> {
  const size = index % 3 === 0 ? { "Frame size": frameSizes[(index / 3) % frameSizes.length] } : {};
  return index % 5 === 0 ? { ...size, budget: 400 + (index % 9) * 150 } : size;
}

/** The contact that the bot made of a visitor who left name and email. */
function contactOf({ conversation, visitor }: Told, index: number) {
  const { companyId, channelId, id: conversationId, createdAt, updatedAt } = conversation;
  const phone = conversation.visitorPhone;
  const statuses = ["new", "active", "client", "long_term"] as const;
  return {
    companyId,
    id: newId(),
    channelId,
    conversationId,
    name: visitor.name,
    email: visitor.email,
    phone,
    internationalPhoneNumber: phone.replace(/\D/g, ""),
    externalId: "",
    emailKey: visitor.email,
    phoneKeys: phone ? phoneKeys(phone, "AR") : [],
    status: conversation.isLead ? ("client" as const) : (statuses[index % 2] ?? "new"),
    subStatus: "",
    message: conversation.lastMessage,
    assignedTo: conversation.assignedTo,
    rating: index % 6,
    entryMethod: "WEB",
    utmSource: conversation.utmSource,
    utmMedium: conversation.utmMedium,
    utmCampaign: conversation.utmCampaign,
    gclid: "",
    conversionUrl: conversation.url,
    refererTracking: conversation.referrer,
    device: conversation.device,
    tags: conversation.operatorTags.map((use) => use.tagName),
    customFields: knownBesides(index),
    provisional: false,
    createdAt,
    updatedAt,
  };
}

type KnownContact = ReturnType<typeof contactOf>;

/** Contacts and conversations point at each other: the contacts come first, their conversation afterwards. */
async function insertThreads(world: World, told: readonly Told[], contacts: readonly KnownContact[]): Promise<void> {
  const first = contacts.map((contact) => ({ ...contact, conversationId: null }));
  await insertAll("contacts", first);
  const conversations = told.map(({ conversation }) => conversation);
  await insertAll("conversations", conversations);
  await linkContacts(world.companyId);
  const messages = told.flatMap((one) => one.messages);
  await insertAll("messages", messages);
  const notes = told.flatMap((one) => one.notes);
  await insertAll("notes", notes);
}

async function insertTags({ companyId, now: at }: World): Promise<void> {
  const made = tags.map(({ name, color }) => {
    return { companyId, id: newId(), name, nameKey: name, color, createdAt: at, updatedAt: at };
  });
  await insertAll("operator_tags", made);
}

async function insertHistory({ companyId, bot }: World, contacts: readonly KnownContact[]): Promise<void> {
  const actor = { actorType: "robot", actorId: bot.id, actorName: bot.name };
  // In the order of time, as events are: their ids follow it.
  const inOrder = contacts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const made = inOrder.map((contact) => {
    const { id, channelId, conversationId, createdAt } = contact;
    const event = { companyId, id: newId(), type: "contact/created", data: eventContact(contact) };
    return { ...event, channelId, conversationId, contactId: id, ...actor, createdAt };
  });
  await insertAll("events", made);
}

/** A third of what is open waits to be read. */
async function insertReads({ companyId, agents, now: updatedAt }: World, told: readonly Told[]): Promise<void> {
  const read = told.filter(({ conversation }, index) => conversation.status === "closed" || index % 3 !== 0);
  const made = read.flatMap(({ conversation: { id: conversationId, lastSeq: seq } }) =>
    agents.map(({ id: userId }) => ({ companyId, userId, conversationId, seq, updatedAt })),
  );
  await insertAll("conversation_reads", made);
}

async function fill(world: World, teamOf: ReadonlyMap<string, string>): Promise<void> {
  const roll = dice(20_261_121);
  const told = Array.from({ length: size }, (_, index) => tell(world, index, roll));
  for (const { conversation } of told)
    if (conversation.status === "closed") conversation.teamId = teamOf.get(conversation.assignedTo ?? "") ?? null;
  const known = told.filter(({ conversation }) => conversation.visitorEmail !== "");
  const contacts = known.map(contactOf);
  for (const [index, { conversation }] of known.entries()) conversation.contactId = contacts[index]?.id ?? null;
  await insertThreads(world, told, contacts);
  await insertTags(world);
  await insertHistory(world, contacts);
  await insertReads(world, told);
  await storePast(world, told);
}

/** What the reports are made of, and who wants to follow events from the beginning. */
async function storePast(world: World, told: readonly Told[]): Promise<void> {
  const actor = systemActor(world.companyId);
  const events = pastOfAll(world, told, await phasesOf(actor));
  for (let from = 0; from < events.length; from += pastAtOnce)
    await storeEvents(actor, events.slice(from, from + pastAtOnce), world.now, "demo");
  await placePast(world.companyId);
}

/** On every channel some have asked what the bot cannot answer, and wait for a person. */
async function insertWaiting(world: World, platforms: Platforms): Promise<void> {
  const roll = dice(7);
  const told = platforms.flatMap(({ type, channelId }, place) =>
    Array.from({ length: 3 }, (_, index): Told => {
      const one = tell({ ...world, channelId }, index, roll, questions());
      const peer = `${type === "WHATSAPP_API" ? "54911" : "98"}${60_000_000 + place * 1000 + index}`;
      const { conversation } = one;
      return { ...one, conversation: { ...conversation, ...handedOver(conversation, type, peer, world) } };
    }),
  );
  await insertThreads(world, told, []);
  await storePast(world, told);
}

function handedOver(conversation: Told["conversation"], type: Platforms[number]["type"], peer: string, world: World) {
  return {
    channel: type === "WHATSAPP_API" ? ("WHATSAPP" as const) : type,
    windowed: true,
    visitorId: peer,
    visitorPhone: type === "WHATSAPP_API" ? peer : "",
    status: "opened" as const,
    chatbotState: "OFF" as const,
    chatbotStateBy: world.bot.name,
    chatbotStateAt: conversation.lastMessageAt,
    tags: ["automatic_transfer"],
  };
}

function adminOf({ companyId, userId: id }: { companyId: string; userId: string }): Actor {
  const who = { type: "user" as const, companyId, id, userId: id, name: "Alex Romero" };
  return { ...who, permissions: new Set(["admin"]), seesUnassigned: false };
}

/** The people, and who of them answers. */
function insertTeam({ companyId, userId }: { companyId: string; userId: string }, passwordHash: string, at: Date) {
  return inSystemTransaction(companyId, async () => {
    const people = [{ id: userId, name: "Alex Romero" }];
    for (const person of team) {
      const id = await insertUser({ companyId, ...person, passwordHash }, at);
      if (person.role !== "viewer") people.push({ id, name: person.name });
    }
    return people;
  });
}

/** What its people have set up; the rules come last, for they have run. */
async function seedSettings(made: { companyId: string; userId: string }, at: Date): Promise<void> {
  const system = systemActor(made.companyId);
  await seedFields(system);
  await seedAnswers(system);
  await seedViews(made.companyId, made.userId);
  await seedSavedReports(adminOf(made));
  await seedGuide(made.companyId, at);
  await seedDeliveries(made.companyId, at);
  await seedTriggers(system);
  await seedRules(system);
}

/** The demo company, with ninety days behind it. */
export async function makeDemo(): Promise<{ companyId: string; signIn: DemoSignIn }> {
  const demoSignIn = { email: `admin@${demoDomain}`, password: demoPassword() };
  const made = await createCompany({
    name: unfinishedName,
    admin: { name: "Alex Romero", ...demoSignIn },
    settings: { country: "AR", timeZone: "America/Argentina/Buenos_Aires" },
  });
  const at = now();
  const calendarId = await seedHours(systemActor(made.companyId));
  const passwordHash = await hashPassword(demoSignIn.password);
  const agents = await insertTeam(made, passwordHash, at);
  const workshopHours = await seedWorkshopHours(systemActor(made.companyId));
  const teamOf = await seedTeams(adminOf(made), workshopHours);
  const world = await inSystemTransaction(made.companyId, async () => {
    const { companyId, channelId, chatbotId, phaseIds } = made;
    const where = { companyId, id: chatbotId };
    const bot = await prisma.chatbot.findFirst({ where, select: { title: true } });
    const filled = { companyId, channelId, phaseIds, agents, now: at };
    const filledWorld = { ...filled, bot: { id: chatbotId, name: bot?.title ?? "Assistant" } };
    await fill(filledWorld, teamOf);
    await insertRatings(companyId, companyName, at);
    await insertShifts(filledWorld);
    return filledWorld;
  });
  // What the list would ask for is all there.
  await noteFirstStep.execute(systemActor(made.companyId), { hidden: true });
  const platforms = await seedPlatforms(made);
  const whatsapp = platforms.find(({ type }) => type === "WHATSAPP_API");
  if (whatsapp) await seedMailings({ ...made, channelId: whatsapp.channelId }, at);
  await seedSettings(made, at);
  await inSystemTransaction(made.companyId, () => insertWaiting(world, platforms));
  await seedPlanned(adminOf(made), at);
  await shareOut(adminOf(made), teamOf);
  await seedLively(adminOf(made));
  const promised = await seedServiceLevels(systemActor(made.companyId), calendarId, at);
  await inSystemTransaction(made.companyId, () => insertPromises(made.companyId, promised, at));
  await seedRole(adminOf(made));
  await seedDuplicate(adminOf(made), made.channelId);
  const where = { id: made.companyId };
  await inSystemTransaction(made.companyId, () => prisma.company.update({ where, data: { name: companyName } }));
  return { companyId: made.companyId, signIn: demoSignIn };
}
