import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { isSystemTag } from "#server/conversations/tags/tagging.ts";
import { command } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockTag, nameKey } from "./access.ts";
import { createTagInput, deletedTagSchema, operatorTagSchema, tagIdInput, updateTagInput } from "./schema.ts";

const maxTags = 1000;

async function requireFreeName(companyId: string, name: string, except: string[] = []): Promise<void> {
  if (isSystemTag(name)) throw invalidField("name", "This tag belongs to the system.", "system_tag");
  const taken = await prisma.operatorTag.count({
    where: { companyId, nameKey: nameKey(name), id: { notIn: except } },
  });
  if (taken > 0) throw new AppError("already_exists", { message: "A tag with this name already exists." });
}

/** POST /v1/operator-tags */
export const createTag = command({
  name: "tags.create",
  access: "clients_write",
  input: createTagInput,
  output: operatorTagSchema,
  example: () => ({ name: "Urgent", color: "#C2410C" }),
  async run({ actor, input, now, emit }) {
    const { companyId } = actor;
    await requireFreeName(companyId, input.name);
    const count = await prisma.operatorTag.count({ where: { companyId } });
    if (count >= maxTags) throw new AppError("limit_reached", { message: `At most ${maxTags} tags.` });
    const id = newId();
    await prisma.operatorTag.create({
      data: { companyId, id, ...input, nameKey: nameKey(input.name), createdAt: now, updatedAt: now },
    });
    emit({ type: "tag/changed", data: { id } });
    return { id, ...input, updatedAt: now };
  },
});

/** PATCH /v1/operator-tags/{tagId}: what already carries the old name keeps it. */
export const updateTag = command({
  name: "tags.update",
  access: "clients_write",
  input: updateTagInput,
  output: operatorTagSchema,
  example: (given) => ({ tagId: given.operatorTagId ?? "", color: "#0F766E" }),
  async run({ actor, input, emit }) {
    const before = await lockTag(actor, input.tagId);
    const { companyId, id } = before;
    const after = { name: input.name ?? before.name, color: input.color ?? before.color };
    if (after.name !== before.name) await requireFreeName(companyId, after.name, [id]);
    requireMatch(input.ifMatch, before.updatedAt);
    if (after.name === before.name && after.color === before.color) return before;
    const row = await prisma.operatorTag.update({
      where: { companyId_id: { companyId, id } },
      data: { ...after, nameKey: nameKey(after.name), updatedAt: momentAfter(before.updatedAt) },
    });
    emit({ type: "tag/changed", data: { id } });
    return row;
  },
});

/** DELETE /v1/operator-tags/{tagId}: conversations keep the name (L9). */
export const deleteTag = command({
  name: "tags.delete",
  access: "clients_write",
  input: tagIdInput,
  output: deletedTagSchema,
  example: (given) => ({ tagId: given.operatorTagId ?? "" }),
  async run({ actor, input, emit }) {
    const { companyId, id, name, color, updatedAt } = await lockTag(actor, input.tagId);
    await prisma.operatorTag.delete({ where: { companyId_id: { companyId, id } } });
    emit({ type: "tag/changed", data: { id, name } });
    return { id, name, color, updatedAt, deleted: true as const };
  },
});
