import { type Actor, systemActor } from "#server/core/actor.ts";
import { allOperations, type Given, type Operation } from "#server/core/operation.ts";
import type { TestCompany } from "../company.ts";
import { secondTalk, templateTalk } from "../second-talk.ts";
import { signedIn } from "../sockets.ts";
import { obey } from "./scene.ts";

function actorFor(operation: Operation, company: TestCompany, { userSessionId = "" }: Given): Actor {
  if (operation.access === "visitor") return company.visitor;
  if (operation.access === "system") return systemActor(company.companyId);
  // What only a browser can do.
  return operation.name === "sessions.seeAs" ? { ...company.admin, sessionId: userSessionId } : company.admin;
}

async function givenFor(operation: Operation, company: TestCompany): Promise<Given> {
  if (operation.name === "merges.mergeConversations")
    return { ...company.given, otherConversationId: await secondTalk(company) };
  if (operation.name === "scheduled.template") return { ...company.given, ...(await templateTalk(company)) };
  if (!operation.name.startsWith("sessions.")) return company.given;
  return { ...company.given, userSessionId: (await signedIn(company.admin)).sessionId };
}

export const allCommands = allOperations().filter(({ kind }) => kind === "command");

/** After these, what other examples name is gone, or something follows by itself. */
const destructive =
  /delete|remove|revoke|merge|deactivate|changePassword|resetPassword|begin(Factor|Passkey)|closeIdle|erasures\.erase$|assignChannels|applyPlatform|visitors\.(end|leave|adopt)|sessions\.end|scheduled\.(reply|template)/i;

export const isDestructive = ({ name }: Operation): boolean => destructive.test(name);

const ownThing =
  /^(tasks|calendars|answers|fields|notes|macros|roles|triggers|rules|tags|views|webhooks)\.delete$|^(sla|assignment)\.deletePolicy$|^reports\.deleteSaved$|^(integrations\.revokeAddress|tokens\.revoke|invitations\.revoke|notifications\.removeDevice|scheduled\.remove|conversations\.(removeTag|deleteNote))$/;

/** They take one thing away that no other of them names: their screens serve the next. */
export const leavesScreens = ({ name }: Operation): boolean => ownThing.test(name);

/** Runs the command's example and looks at all screens. */
export const obeyExample = (operation: Operation): Promise<void> =>
  obey(operation.name, async ({ company }) => {
    const given = await givenFor(operation, company);
    await operation.execute(actorFor(operation, company, given), operation.example(given));
  });
