import { minute } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import type { Connection } from "#server/channels/connection/connecting.ts";
import { GraphError, graphRequest } from "#server/channels/graph/graph.ts";
import { objectIn, textIn } from "#server/channels/inbound/lossless.ts";
import type { TemplateRow } from "../access.ts";
import { templateCategories } from "../choices.ts";
import { type Decision, decisionSchema } from "../deciding.ts";
import { submission } from "../filling.ts";
import { withSamples } from "../sampling.ts";
import { componentSchema } from "../schema.ts";

/** The platform's management calls for templates (channels.md 2.7). */

type Answered = Omit<Decision, "name" | "language"> & { status: string };

type Whatsapp = Connection & { wabaId: string };

export function businessAccount(connection: Connection | undefined): Whatsapp | undefined {
  if (connection?.credentials.platform !== "whatsapp" || !connection.connected) return undefined;
  return { ...connection, wabaId: connection.credentials.wabaId };
}

const fields = "id,name,status,category,language,components,parameter_format,rejected_reason,quality_score";

function decisionFrom(item: Record<string, unknown>): Decision {
  const components = componentSchema.array().safeParse(item.components);
  const reason = textIn(item.rejected_reason);
  return {
    externalId: textIn(item.id),
    name: textIn(item.name),
    language: textIn(item.language),
    status: textIn(item.status),
    category: templateCategories.find((one) => one === item.category),
    quality: textIn(objectIn(item.quality_score).score) || undefined,
    components: components.success ? components.data : undefined,
    code: reason === "" || reason === "NONE" ? undefined : reason,
  };
}

/** `ids`: all that the page names, also those that cannot be read here. `last`: nothing comes after it. */
type RemotePage = { decisions: Decision[]; ids: string[]; last: boolean };

/** More than any account holds; a list that goes on longer than this, in number or time, has no end. */
const mostPages = 300;
const longestMs = 10 * minute;

/** What the platform says of one; undefined where it cannot be kept here. */
function readable(item: Record<string, unknown>): Decision | undefined {
  const decision = decisionSchema.safeParse(decisionFrom(item));
  if (!decision.success) log.warn({ id: textIn(item.id) }, "a template of the platform cannot be read");
  return decision.data;
}

/**
 * The templates of the account, or those of one name, page by page. Without a `last` one it was not read to its end, and
 * says nothing of what it does not name.
 */
export async function* listRemote(access: Whatsapp, name?: string): AsyncGenerator<RemotePage> {
  const until = performance.now() + longestMs;
  let after = "";
  for (let read = 0; read < mostPages && performance.now() < until; read += 1) {
    const query = { fields, limit: "100", ...(after ? { after } : {}), ...(name ? { name } : {}) };
    const page = await graphRequest(access, { method: "GET", path: `/${access.wabaId}/message_templates`, query });
    if (!Array.isArray(page.data))
      throw new GraphError({ code: -1, action: "retry", message: "The platform's list of templates cannot be read." });
    const items = page.data.map(objectIn);
    const paging = objectIn(page.paging);
    const last = !paging.next;
    const ids = items.map(({ id }) => textIn(id)).filter((id) => id !== "");
    yield { decisions: items.flatMap((item) => readable(item) ?? []), ids, last };
    const next = textIn(objectIn(paging.cursors).after);
    if (last) return;
    if (next === "" || next === after) break;
    after = next;
  }
  log.warn({ channelId: access.channelId }, "the platform's list of templates was not read to its end");
}

/** A crash after the platform took it: the second submission finds the first. */
async function alreadyThere(access: Whatsapp, template: TemplateRow): Promise<Answered | undefined> {
  const { elementName, language } = template;
  for await (const { decisions } of listRemote(access, elementName)) {
    const same = decisions.find((one) => one.name === elementName && one.language === language);
    if (same) return same.status ? { ...same, status: same.status } : undefined;
  }
  return undefined;
}

async function create(access: Whatsapp, template: TemplateRow): Promise<Answered> {
  const { elementName: name, language, category, components } = template;
  const body = { name, language, ...(await withSamples(access, submission(category, components))) };
  const path = `/${access.wabaId}/message_templates`;
  try {
    const made = await graphRequest(access, { method: "POST", path, body });
    return {
      externalId: textIn(made.id),
      status: textIn(made.status) || "PENDING",
      category: templateCategories.find((one) => one === made.category),
    };
  } catch (error) {
    const repeated = error instanceof GraphError && (error.subcode === 2388024 || error.action === "unknown");
    const known = repeated ? await alreadyThere(access, template) : undefined;
    if (known) return known;
    throw error;
  }
}

async function edit(access: Whatsapp, template: TemplateRow): Promise<Answered> {
  const body = await withSamples(access, submission(template.category, template.components));
  await graphRequest(access, { method: "POST", path: `/${template.externalId}`, body });
  return { status: "PENDING" };
}

async function remove(access: Whatsapp, template: TemplateRow): Promise<Answered> {
  const query = { name: template.elementName, ...(template.externalId ? { hsm_id: template.externalId } : {}) };
  await graphRequest(access, { method: "DELETE", path: `/${access.wabaId}/message_templates`, query });
  return { status: "DELETED" };
}

/** Submits the waiting change to the platform. Throws GraphError. */
export function tellPlatform(access: Whatsapp, template: TemplateRow): Promise<Answered> {
  if (template.task === "delete") return remove(access, template);
  return template.task === "edit" && template.externalId ? edit(access, template) : create(access, template);
}
