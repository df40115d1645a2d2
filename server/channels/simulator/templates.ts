import { day } from "#server/base/clock.ts";
import { listIn, objectIn, textIn } from "../inbound/lossless.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { bodyOf, type NodeReader, type NodeWriter, requireOwn, simulatorPart } from "./answering.ts";
import { isHandle } from "./graph-uploads.ts";
import { nextNumber, objectOf, objectsOf, putObject, removeObject } from "./objects.sql.ts";
import { invalidParameter, SimulatedError } from "./refusing.ts";
import { queueCallback } from "./state.ts";

/** `/{waba}/message_templates` and template nodes of the simulated Graph API. */
export const templatesPart = simulatorPart();

export type SimulatedTemplate = {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  parameter_format: string;
  components: Record<string, unknown>[];
  rejected_reason: string;
  quality_score: { score: string };
  /** Counts submissions: a decision belongs to one of them. */
  review: number;
  editedAt: number[];
};

const kind = "template";
const decisionMs = 300;

type Draft = Pick<SimulatedTemplate, "category" | "parameter_format" | "components">;

const partOf = (draft: Draft, type: string) => draft.components.find((one) => textIn(one.type).toUpperCase() === type);
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? "");

async function draftOf(
  account: SimulatedAccount,
  body: Record<string, unknown>,
  known?: SimulatedTemplate,
): Promise<Draft> {
  const given: unknown = typeof body.components === "string" ? JSON.parse(body.components) : body.components;
  const components = Array.isArray(given) ? given.map(objectIn) : (known?.components ?? []);
  const draft = {
    category: textIn(body.category) || known?.category || "",
    parameter_format: textIn(body.parameter_format) || known?.parameter_format || "POSITIONAL",
    components,
  };
  refuse(draft);
  const handles = listIn(objectIn(partOf(draft, "HEADER")?.example).header_handle);
  for (const handle of handles) {
    if (!(await isHandle(account, textIn(handle))))
      throw invalidParameter("The sample is not an uploaded file.", 2388273);
  }
  return draft.category === "AUTHENTICATION" ? { ...draft, components: components.map(codeWords) } : draft;
}

/** The words of codes are the platform's own. */
function codeWords(component: Record<string, unknown>): Record<string, unknown> {
  const type = textIn(component.type).toUpperCase();
  const minutes = textIn(component.code_expiration_minutes);
  if (type === "FOOTER" && minutes) return { ...component, text: `This code expires in ${minutes} minutes.` };
  if (type !== "BODY") return component;
  const advice = component.add_security_recommendation ? " For your security, do not share this code." : "";
  const example = { body_text: [["123456"]] };
  return { ...component, text: `*{{1}}* is your verification code.${advice}`, example };
}

/** What the platform refuses at once; the rest it decides when it reviews. */
function refuse(draft: Draft): void {
  if (!["MARKETING", "UTILITY", "AUTHENTICATION"].includes(draft.category)) throw invalidParameter("Unknown category.");
  const body = partOf(draft, "BODY");
  if (!body) throw invalidParameter("A template needs a component of type BODY.");
  const limits = { HEADER: [60, 2388047], BODY: [1024, 2388072], FOOTER: [60, 2388073] } as const;
  for (const [type, [most, subcode]] of Object.entries(limits)) {
    if (textIn(partOf(draft, type)?.text).length > most) throw invalidParameter(`The ${type} is too long.`, subcode);
  }
  if (variables(textIn(partOf(draft, "FOOTER")?.text)).length > 0)
    throw invalidParameter("A footer holds no variables.", 2388073);
  const numbers = variables(textIn(body.text)).filter((name) => /^\d+$/.test(name));
  if (numbers.length > 0 && !objectIn(body.example).body_text)
    throw invalidParameter("Sample values are missing for the body.", 2388072);
}

/** Decides within a second: REJECTED where the body contains `reject` (decisions.md J2). */
async function review(account: SimulatedAccount, template: SimulatedTemplate): Promise<void> {
  const text = textIn(partOf(template, "BODY")?.text);
  const rejected = /reject/i.test(text);
  await decideTemplate(account, template, rejected ? "REJECTED" : "APPROVED", { delayMs: decisionMs });
}

/**
 * Gives a template a state and tells by webhook. Reads show the state only from then on: the webhook carries it, and
 * `dueAt` says when it counts.
 */
export async function decideTemplate(
  account: SimulatedAccount,
  template: SimulatedTemplate,
  status: string,
  options: { delayMs?: number; reason?: string } = {},
): Promise<void> {
  const { delayMs = 0 } = options;
  const reason = status === "REJECTED" ? (options.reason ?? "INVALID_FORMAT") : "NONE";
  const decided = { ...template, status, rejected_reason: reason, decidedAt: Date.now() + delayMs };
  await putObject(account, kind, template.id, decided);
  const value = {
    event: status,
    message_template_id: template.id,
    message_template_name: template.name,
    message_template_language: template.language.replace("_", "-"),
    message_template_category: template.category,
    reason,
    ...(status === "REJECTED"
      ? {
          rejection_info: {
            reason: "The simulator refuses every body that contains the word reject.",
            recommendation: "Take the word out of the body and submit it again.",
          },
        }
      : {}),
  };
  await queueCallback(account, { field: "message_template_status_update", value }, delayMs);
}

type Stored = SimulatedTemplate & { decidedAt?: number };

const shown = ({ review: _review, editedAt: _edited, decidedAt, ...template }: Stored) => ({
  ...template,
  ...(decidedAt && decidedAt > Date.now() ? { status: "PENDING", rejected_reason: "NONE" } : {}),
});

async function allOf(account: SimulatedAccount): Promise<Stored[]> {
  return (await objectsOf<Stored>(account, kind)).map(({ data }) => data);
}

/** A template by name and language, as sends look it up. */
export async function templateNamed(account: SimulatedAccount, name: string, language: string) {
  const found = (await allOf(account)).find((one) => one.name === name && one.language === language);
  return found ? shown(found) : undefined;
}

templatesPart.post("/:id/message_templates", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), [account.wabaId]);
  const body = await bodyOf(c);
  const [name, language] = [textIn(body.name), textIn(body.language)];
  if (!/^[a-z0-9_]{1,512}$/.test(name)) throw invalidParameter("The name has characters that are not allowed.");
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language)) throw invalidParameter("Unknown language code.");
  const draft = await draftOf(account, body);
  if (await templateNamed(account, name, language))
    throw new SimulatedError(100, "Content in This Language Already Exists", {
      subcode: 2388024,
      userMessage: `There is already ${language} content for this template.`,
    });
  const number = await nextNumber(account, "templates");
  // Beyond 2^53, as real ones can be.
  const id = `91${account.wabaId.slice(-9)}${String(number).padStart(8, "0")}`;
  const made = { ...draft, id, name, language, status: "PENDING", rejected_reason: "NONE" };
  await review(account, { ...made, quality_score: { score: "UNKNOWN" }, review: 1, editedAt: [] });
  return c.json({ id, status: "PENDING", category: draft.category });
});

templatesPart.get("/:id/message_templates", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), [account.wabaId]);
  const { name, status, after = "0" } = c.req.query();
  const limit = Math.min(Math.max(Number(c.req.query("limit") ?? 25) || 25, 1), 100);
  const matching = (await allOf(account))
    .map(shown)
    .filter((one) => (!name || one.name.includes(name)) && (!status || one.status === status.toUpperCase()));
  const from = Number(after) || 0;
  const data = matching.slice(from, from + limit);
  const end = from + data.length;
  const next = end < matching.length ? { next: `${new URL(c.req.url).pathname}?after=${end}` } : {};
  return c.json({ data, paging: { cursors: { before: String(from), after: String(end) }, ...next } });
});

templatesPart.delete("/:id/message_templates", async (c) => {
  const account = c.get("account");
  requireOwn(c.req.param("id"), [account.wabaId]);
  const { name = "", hsm_id: id } = c.req.query();
  const gone = (await allOf(account)).filter((one) => one.name === name && (!id || one.id === id));
  if (gone.length === 0) throw invalidParameter("There is no such template.", 2593002);
  for (const template of gone) {
    if (template.status === "DISABLED") throw invalidParameter("A disabled template cannot be deleted.");
    await removeObject(account, kind, template.id);
  }
  return c.json({ success: true });
});

const readTemplate: NodeReader = async (account, id) => {
  const template = await objectOf<Stored>(account, kind, id);
  return template ? shown(template) : undefined;
};

function refuseEdit(template: Stored): void {
  const status = shown(template).status;
  if (!["APPROVED", "REJECTED", "PAUSED"].includes(status))
    throw invalidParameter("The status of this template cannot change.", 2388039);
  const lately = template.editedAt.filter((at) => Date.now() - at < day);
  if (status === "APPROVED" && lately.length > 0)
    throw invalidParameter("An approved template can be edited once in 24 hours.", 2388039);
}

const editTemplate: NodeWriter = async (account, id, method, body) => {
  const template = await objectOf<Stored>(account, kind, id);
  if (!template || method !== "POST") return undefined;
  refuseEdit(template);
  const editedAt = shown(template).status === "APPROVED" ? [...template.editedAt, Date.now()] : template.editedAt;
  await review(account, {
    ...template,
    ...(await draftOf(account, body, template)),
    editedAt,
    review: template.review + 1,
  });
  return { success: true };
};

export const templateReaders: readonly NodeReader[] = [readTemplate];
export const templateWriters: readonly NodeWriter[] = [editTemplate];
