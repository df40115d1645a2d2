import { AppError, invalidField } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import { isSystemTag } from "#server/conversations/tagging.ts";
import { command } from "#server/core/operation.ts";
import { execute, row, sql } from "#server/db/sql.ts";
import { lockTag, nameKey } from "./access.ts";
import { createTagInput, deletedTagSchema, operatorTagSchema, tagIdInput, updateTagInput } from "./schema.ts";

const maxTags = 1000;

async function requireFreeName(companyId: string, name: string, except = ""): Promise<void> {
  if (isSystemTag(name)) throw invalidField("name", "This tag belongs to the system.", "system_tag");
  const taken = await row(sql`
    select 1 from operator_tags
    where "companyId" = ${companyId} and "nameKey" = ${nameKey(name)} and "id"::text <> ${except}`);
  if (taken) throw new AppError("already_exists", { message: "A tag of this name exists already." });
}

/** POST /v1/operator-tags */
export const createTag = command({
  name: "tags.create",
  access: "clients_write",
  input: createTagInput,
  output: operatorTagSchema,
  example: () => ({ name: "Urgent", color: "#C2410C" }),
  async run({ actor, input, now, emit }) {
    await requireFreeName(actor.companyId, input.name);
    const counted = await row<{ count: number }>(sql`
      select count(*) as "count" from operator_tags where "companyId" = ${actor.companyId}`);
    if ((counted?.count ?? 0) >= maxTags) throw new AppError("limit_reached", { message: `At most ${maxTags} tags.` });
    const id = newId();
    await execute(sql`
      insert into operator_tags ("companyId", "id", "name", "nameKey", "color", "createdAt", "updatedAt")
      values (${actor.companyId}, ${id}, ${input.name}, ${nameKey(input.name)}, ${input.color}, ${now}, ${now})`);
    emit({ type: "tag/changed", data: { id } });
    return { id, ...input };
  },
});

/** PATCH /v1/operator-tags/{tagId}: what already carries the old name keeps it. */
export const updateTag = command({
  name: "tags.update",
  access: "clients_write",
  input: updateTagInput,
  output: operatorTagSchema,
  example: (given) => ({ tagId: given.operatorTagId ?? "", color: "#0F766E" }),
  async run({ actor, input, now, emit }) {
    const before = await lockTag(actor, input.tagId);
    const after = { id: before.id, name: input.name ?? before.name, color: input.color ?? before.color };
    if (after.name === before.name && after.color === before.color) return after;
    if (after.name !== before.name) await requireFreeName(actor.companyId, after.name, before.id);
    await execute(sql`
      update operator_tags set "name" = ${after.name}, "nameKey" = ${nameKey(after.name)}, "color" = ${after.color},
        "updatedAt" = ${now}
      where "companyId" = ${actor.companyId} and "id" = ${before.id}`);
    emit({ type: "tag/changed", data: { id: before.id } });
    return after;
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
    const { id, name, color } = await lockTag(actor, input.tagId);
    await execute(sql`delete from operator_tags where "companyId" = ${actor.companyId} and "id" = ${id}`);
    emit({ type: "tag/changed", data: { id } });
    return { id, name, color, deleted: true as const };
  },
});
