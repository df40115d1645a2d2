import { isDeepStrictEqual } from "node:util";
import { AppError, type FieldError } from "#server/base/errors.ts";
import { mergeCustomFields } from "#server/contacts/editing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { parseInput } from "#server/core/input.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { fittingChanges } from "#server/fields/checking.ts";
import { lockAnyConversation, lockConversation } from "./access.sql.ts";
import { type Changes, ConversationChange } from "./change.ts";
import { captureContact } from "./linking/capturing.ts";
import { doubt } from "./linking/claims.ts";
import type { ConversationRow } from "./row.ts";
import {
  conversationSchema,
  patchConversationInput,
  putConversationInput,
  type WritableFields,
  writableFields,
} from "./schema.ts";
import { replaceTags, wantedTags } from "./tags/retagging.ts";
import { viewConversation } from "./viewing.ts";

const writable = Object.keys(writableFields.shape);
const contextLimit = 16 * 1024;

/** State fields have routes of their own (E10). */
const stateRoutes: Record<string, string> = {
  status: "POST /v1/conversations/{id}/close or /open",
  closed: "POST /v1/conversations/{id}/close or /open",
  phaseId: "PATCH /v1/conversations/{id}/phases/{phaseId}",
  assignedTo: "POST /v1/conversations/{id}/assign",
  preAssigned: "POST /v1/conversations/{id}/assign",
  chatbotState: "PATCH /v1/conversations/{id}/chatbot-state",
  contactId: "the contact routes",
  snoozedUntil: "POST or DELETE /v1/conversations/{id}/snooze",
  contactLink: "POST /v1/conversations/{id}/confirm-contact or /separate-contact",
  tags: "POST /v1/conversations/{id}/tags",
  operatorTags: "POST /v1/conversations/{id}/tags",
};
const readOnly = new Set(
  Object.keys(conversationSchema.shape).filter((key) => !writable.includes(key) && !Object.hasOwn(stateRoutes, key)),
);

/** Sets the fields that differ, with one event. */
function setFields(change: ConversationChange, fields: WritableFields): void {
  const changes: Changes = {};
  const patch: Partial<ConversationRow> = {};
  for (const [key, after] of Object.entries(fields)) {
    const before: unknown = Reflect.get(change.row, key);
    if (after === undefined || isDeepStrictEqual(after, before)) continue;
    changes[key] = { before, after };
    Object.assign(patch, { [key]: after });
  }
  if (Object.keys(changes).length === 0) return;
  change.set(patch);
  change.updated(changes);
}

/** Custom fields as they will be. */
async function withCustomFields(actor: Actor, row: ConversationRow, fields: WritableFields): Promise<WritableFields> {
  if (!fields.customFields) return fields;
  const fitting = await fittingChanges(actor, "conversation", row.customFields, fields.customFields);
  return { ...fields, customFields: mergeCustomFields(row.customFields, fitting) };
}

function refuseFixedFields(context: Record<string, unknown>): void {
  const details: FieldError[] = Object.keys(context).flatMap((field) => {
    const route = stateRoutes[field];
    if (route) return [{ field, code: "use_other_route", message: `Use ${route}.` }];
    return readOnly.has(field) ? [{ field, code: "read_only", message: "This field is read-only." }] : [];
  });
  const [first] = details;
  if (first) throw new AppError("validation_error", { message: `${first.field}: ${first.message}`, details });
}

function mergeContext(change: ConversationChange, context: Record<string, unknown>): void {
  const merged: Record<string, unknown> = { ...change.row.conversationContext };
  for (const [key, value] of Object.entries(context)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  const text = JSON.stringify(merged);
  if (Buffer.byteLength(text) > contextLimit) {
    const message = "conversationContext may hold at most 16 KB.";
    throw new AppError("validation_error", {
      message,
      details: [{ field: "conversationContext", code: "too_large", message }],
    });
  }
  if (text !== JSON.stringify(change.row.conversationContext)) change.set({ conversationContext: merged });
}

const identifying = ["visitorEmail", "visitorPhone"] as const;
const describing = ["visitorName", ...identifying] as const;

/** What is newly said of the visitor reaches the contact at once, where there is one (D10). */
async function commit(actor: Actor, change: ConversationChange): Promise<ConversationRow> {
  const isNew = (field: keyof WritableFields) => change.row[field] !== "" && change.row[field] !== change.before[field];
  const said = identifying.filter(isNew);
  if (said.length > 0) await doubt(actor, change, Object.fromEntries(said.map((field) => [field, change.row[field]])));
  const says = describing.some(isNew);
  const { row } = await change.commit();
  if (!row.contactId || !says) return row;
  const system = systemActor(actor.companyId);
  await captureContact.execute(system, { conversationId: row.id });
  return (await lockAnyConversation(system, row.id)) ?? row;
}

/** PATCH /v1/conversations/{conversationId}: known fields change the resource, the rest merges into the context (E10). */
export const patchConversation = command({
  name: "conversations.patch",
  access: "clients_write",
  input: patchConversationInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", context: { visitorName: "Ana", cart: 3 } }),
  async run(context) {
    const { actor, input } = context;
    refuseFixedFields(input.context);
    const known = Object.fromEntries(Object.entries(input.context).filter(([key]) => writable.includes(key)));
    const free = Object.fromEntries(Object.entries(input.context).filter(([key]) => !writable.includes(key)));
    const fields = parseInput(writableFields, known);
    const change = new ConversationChange(
      context,
      await lockConversation(actor, input.conversationId, "clients_write"),
    );
    setFields(change, await withCustomFields(actor, change.before, fields));
    mergeContext(change, free);
    requireMatch(input.ifMatch, change.before.updatedAt);
    return viewConversation(await commit(actor, change));
  },
});

/** PUT /v1/conversations/{conversationId}: the writable set; business tags as full replacement (E11). */
export const putConversation = command({
  name: "conversations.put",
  access: "clients_write",
  input: putConversationInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", visitorName: "Ana María" }),
  async run(context) {
    const { actor, input } = context;
    const { conversationId, tags, operatorTags, ifMatch, ...fields } = input;
    const change = new ConversationChange(context, await lockConversation(actor, conversationId, "clients_write"));
    setFields(change, await withCustomFields(actor, change.before, fields));
    const wanted = wantedTags(change.row, tags, operatorTags);
    if (wanted) replaceTags(change, wanted, operatorTags ? "operatorTags" : "tags");
    requireMatch(ifMatch, change.before.updatedAt);
    return viewConversation(await commit(actor, change));
  },
});
