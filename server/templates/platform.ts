import type { Connection } from "#server/channels/connection/connecting.ts";
import { GraphError, graphRequest } from "#server/channels/graph/graph.ts";
import { objectIn, textIn } from "#server/channels/inbound/lossless.ts";
import type { TemplateRow } from "./access.ts";
import { templateCategories } from "./choices.ts";
import type { Decision } from "./deciding.ts";
import { submission } from "./filling.ts";
import { withSamples } from "./sampling.ts";
import { componentSchema } from "./schema.ts";

/** The platform's management calls for templates (channels.md 2.7). */

export type Answered = Omit<Decision, "name" | "language"> & { status: string };

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

/** Every template of the account, or those of one name. */
export async function listRemote(access: Whatsapp, name?: string): Promise<Decision[]> {
  const found: Decision[] = [];
  let after = "";
  do {
    const query = { fields, limit: "100", ...(after ? { after } : {}), ...(name ? { name } : {}) };
    const page = await graphRequest(access, { method: "GET", path: `/${access.wabaId}/message_templates`, query });
    const items = Array.isArray(page.data) ? page.data.map(objectIn) : [];
    found.push(...items.map(decisionFrom));
    const paging = objectIn(page.paging);
    after = paging.next ? textIn(objectIn(paging.cursors).after) : "";
  } while (after !== "" && found.length < 6000);
  return found;
}

/** A crash after the platform took it: the second submission finds the first. */
async function alreadyThere(access: Whatsapp, template: TemplateRow): Promise<Answered | undefined> {
  const same = (await listRemote(access, template.elementName)).find(
    (one) => one.name === template.elementName && one.language === template.language,
  );
  return same?.status ? { ...same, status: same.status } : undefined;
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
