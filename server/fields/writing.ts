import { isDeepStrictEqual } from "node:util";
import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { type Actor, onlyAssigned } from "#server/core/actor.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { masksOf } from "#server/core/rights.ts";
import { takeTurn } from "#server/db/locking.sql.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableField } from "./access.ts";
import { type FieldEntity, type FieldType, maxFields } from "./choices.ts";
import {
  createFieldInput,
  customFieldSchema,
  deletedFieldSchema,
  deleteFieldInput,
  updateFieldInput,
} from "./schema.ts";

/** One change at a time in a company, for keys and numbers. */
const takeTurnAtFields = ({ companyId }: Pick<Actor, "companyId">) => takeTurn(`fields:${companyId}`);

/** A list has options, each once; nothing else has any. */
function requireOptions(type: FieldType, options: readonly string[]): void {
  if (type === "list" && options.length === 0) throw invalidField("options", "A list needs an option.", "required");
  if (type !== "list" && options.length > 0) throw invalidField("options", "Only a list has options.", "not_together");
  options.forEach((option, index) => {
    if (options.indexOf(option) < index)
      throw invalidField(`options.${index}`, "This option is in the list already.", "duplicate");
  });
}

/** A contact may be a person whom the visitor only claims to be: its fields stay with the team. */
function requireVisible(entity: FieldEntity, visible: boolean): void {
  if (!visible || entity === "conversation") return;
  const message = "Only fields of conversations are shown to visitors.";
  throw invalidField("visibleToVisitor", message, "not_together");
}

/** A field is everybody's: what is required, and what is hidden of people, is not for who writes to some of them. */
function requireAll(actor: Actor): void {
  if (!onlyAssigned(actor, "clients_write")) return;
  throw new AppError("forbidden", { message: "To define fields needs clients_write for all contacts." });
}

/** Nobody has shown to them what is hidden from them. */
function requireUnmasked(actor: Actor): void {
  if (masksOf(actor).length === 0) return;
  throw new AppError("forbidden", {
    message: "Your role does not show personal data, so it cannot take this mark away.",
  });
}

async function requireRoom(companyId: string, entity: FieldEntity, key: string): Promise<void> {
  if ((await prisma.customField.count({ where: { companyId, entity, key } })) > 0) {
    const message = "There is a field with this key.";
    throw new AppError("already_exists", { message, details: [{ field: "key", code: "already_exists", message }] });
  }
  if ((await prisma.customField.count({ where: { companyId } })) < maxFields) return;
  throw new AppError("limit_reached", { message: `At most ${maxFields} fields.`, extra: { limit: maxFields } });
}

/** POST /v1/custom-fields */
export const createField = command({
  name: "fields.create",
  access: "clients_write",
  input: createFieldInput,
  output: customFieldSchema,
  example: () => ({ key: "plan", label: "Plan", type: "list" as const, options: ["Free", "Pro"] }),
  async run({ actor, input, now, emit }) {
    requireAll(actor);
    const { companyId } = actor;
    requireOptions(input.type, input.options);
    requireVisible(input.entity, input.visibleToVisitor);
    await takeTurnAtFields(actor);
    await requireRoom(companyId, input.entity, input.key);
    const made = { companyId, id: newId(), ...input, label: input.label ?? input.key, createdAt: now, updatedAt: now };
    emit({ type: "field/changed", data: { id: made.id } });
    return prisma.customField.create({ data: made });
  },
});

const own = ["label", "type", "options", "requiredOnClose", "visibleToVisitor", "personalData"] as const;

/** PATCH and PUT /v1/custom-fields/{fieldId}: values that there are stay as they are. */
export const updateField = command({
  name: "fields.update",
  access: "clients_write",
  input: updateFieldInput,
  output: customFieldSchema,
  example: (given) => ({ fieldId: given.fieldId ?? "", label: "Plan bought" }),
  async run({ actor, input, emit }) {
    requireAll(actor);
    await takeTurnAtFields(actor);
    const before = await readableField(actor, input.fieldId);
    const { label = before.label, type = before.type, requiredOnClose = before.requiredOnClose } = input;
    const { visibleToVisitor = before.visibleToVisitor, personalData = before.personalData } = input;
    const options = input.options ?? (type === before.type ? before.options : []);
    requireOptions(type, options);
    requireVisible(before.entity, visibleToVisitor);
    if (before.personalData && !personalData) requireUnmasked(actor);
    requireMatch(input.ifMatch, before.updatedAt);
    const after = { label, type, options, requiredOnClose, visibleToVisitor, personalData };
    if (own.every((name) => isDeepStrictEqual(after[name], before[name]))) return before;
    const { companyId, id } = before;
    emit({ type: "field/changed", data: { id } });
    const data = { ...after, updatedAt: momentAfter(before.updatedAt) };
    return prisma.customField.update({ where: { companyId_id: { companyId, id } }, data });
  },
});

/** DELETE /v1/custom-fields/{fieldId}: contacts and conversations keep their values, which nothing checks any more. */
export const deleteField = command({
  name: "fields.delete",
  access: "clients_write",
  input: deleteFieldInput,
  output: deletedFieldSchema,
  example: (given) => ({ fieldId: given.fieldId ?? "" }),
  async run({ actor, input, emit }) {
    requireAll(actor);
    await takeTurnAtFields(actor);
    const { companyId, id, label, updatedAt, personalData } = await readableField(actor, input.fieldId);
    if (personalData) requireUnmasked(actor);
    requireMatch(input.ifMatch, updatedAt);
    await prisma.customField.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "field/changed", data: { id, name: label } });
    return { id, deleted: true as const };
  },
});
