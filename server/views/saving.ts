import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { newId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { type CommandContext, command, query } from "#server/core/operation.ts";
import { requireMatch } from "#server/core/preconditions.ts";
import type { SavedView } from "#server/db/generated/client.ts";
import { momentAfter } from "#server/db/moment.ts";
import { prisma } from "#server/db/prisma.ts";
import { receivingTeam } from "#server/teams/access.ts";
import { lockView, readableView, requireScope, visibleViews } from "./access.ts";
import { groupOf, number, place, requireFreeName, requireRoom, takeTurnAtViews } from "./arranging.ts";
import type { ViewScope } from "./choices.ts";
import { checkedQuery } from "./meaning.ts";
import { readQuery } from "./reading-query.ts";
import {
  createViewInput,
  deletedSchema,
  deleteViewInput,
  listViewsInput,
  savedViewSchema,
  updateViewInput,
  viewIdInput,
} from "./schema.ts";

const viewOf = (row: SavedView) => ({ ...row, filters: readQuery(row.page, row.query) });

function personOf({ userId }: Actor): string {
  if (userId) return userId;
  throw new AppError("forbidden", { message: "Views belong to people." });
}

/** The team of a view of a team; null for others. */
async function teamOf(actor: Actor, scope: ViewScope, teamId: string | null | undefined): Promise<string | null> {
  return scope === "team" ? (await receivingTeam(actor, teamId ?? "", "teamId")).id : null;
}

/** Whose screens show it: its team's or everybody's, or its owner's. */
function tell({ emit }: Pick<CommandContext<unknown>, "emit">, id: string, views: readonly SavedView[]): void {
  const shared = views.some(({ scope }) => scope !== "private");
  emit({ type: "view/changed", data: { id, ...(shared ? {} : { userId: views[0]?.userId }) } });
}

/** GET /v1/views: the company's, those of teams and the person's own, each in their order. */
export const listViews = query({
  name: "views.list",
  access: "clients_read",
  input: listViewsInput,
  output: z.array(savedViewSchema),
  example: () => ({ page: "inbox" as const }),
  run: async ({ actor, input: { page, scope } }) =>
    (await visibleViews(actor, { ...(page ? { page } : {}), ...(scope ? { scope } : {}) })).map(viewOf),
});

/** GET /v1/views/{viewId} */
export const readView = query({
  name: "views.get",
  access: "clients_read",
  input: viewIdInput,
  output: savedViewSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "" }),
  run: async ({ actor, input }) => viewOf(await readableView(actor, input.viewId)),
});

/** POST /v1/views */
export const createView = command({
  name: "views.create",
  access: "clients_read",
  input: createViewInput,
  output: savedViewSchema,
  example: () => ({ page: "inbox" as const, name: "Mine on WhatsApp", query: "view=mine&channel=WHATSAPP" }),
  async run(context) {
    const { actor, input, now } = context;
    const { page, name, scope, icon, order } = input;
    requireScope(actor, scope);
    const teamId = await teamOf(actor, scope, input.teamId);
    const query = checkedQuery(page, input.query, input.filters);
    const group = { companyId: actor.companyId, page, scope, teamId, userId: personOf(actor) };
    await takeTurnAtViews(actor);
    const others = await groupOf(group);
    requireFreeName(others, name);
    await requireRoom(group);
    const data = { ...group, id: newId(), name, query, icon, order: others.length, createdAt: now, updatedAt: now };
    const made = await prisma.savedView.create({ data });
    const at = await place(others, made, order);
    tell(context, made.id, [made]);
    return viewOf({ ...made, order: at });
  },
});

const own = ["name", "query", "icon", "scope", "teamId"] as const;

/** PATCH and PUT /v1/views/{viewId}: a private one by its owner, one of the company by those who may write everything. */
export const updateView = command({
  name: "views.update",
  access: "clients_read",
  input: updateViewInput,
  output: savedViewSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "", name: "Mine today" }),
  async run(context) {
    const { actor, input } = context;
    await takeTurnAtViews(actor);
    const before = await lockView(actor, input.viewId);
    const { page } = before;
    const { name = before.name, scope = before.scope, icon = before.icon } = input;
    requireScope(actor, scope);
    const asked = input.query !== undefined || input.filters !== undefined;
    const query = asked ? checkedQuery(page, input.query, input.filters) : before.query;
    const teamId = await teamOf(actor, scope, input.teamId === undefined ? before.teamId : input.teamId);
    const moved = scope !== before.scope || teamId !== before.teamId;
    // What stops being everybody's becomes the view of who took it back.
    const userId = scope === "private" && before.scope !== "private" ? personOf(actor) : before.userId;
    const others = (await groupOf({ ...before, scope, teamId, userId })).filter(({ id }) => id !== before.id);
    requireMatch(input.ifMatch, before.updatedAt);
    if (name !== before.name || moved) requireFreeName(others, name);
    if (userId !== before.userId) await requireRoom({ ...before, userId }, before.id);
    const changes = { name, query, icon, scope, teamId, userId };
    const updatedAt = momentAfter(before.updatedAt);
    const where = { companyId_id: { companyId: before.companyId, id: before.id } };
    const changed = own.some((key) => changes[key] !== before[key]);
    const after = changed ? await prisma.savedView.update({ where, data: { ...changes, updatedAt } }) : before;
    if (moved) await number((await groupOf(before)).filter(({ id }) => id !== before.id));
    const order = await place(others, after, input.order ?? (moved ? others.length : before.order));
    if (changed || order !== before.order) tell(context, before.id, [before, after]);
    return viewOf({ ...after, order });
  },
});

/** DELETE /v1/views/{viewId} */
export const deleteView = command({
  name: "views.delete",
  access: "clients_read",
  input: deleteViewInput,
  output: deletedSchema,
  example: (given) => ({ viewId: given.savedViewId ?? "" }),
  async run(context) {
    await takeTurnAtViews(context.actor);
    const view = await lockView(context.actor, context.input.viewId);
    requireMatch(context.input.ifMatch, view.updatedAt);
    const { companyId, id } = view;
    await prisma.savedView.delete({ where: { companyId_id: { companyId, id } } });
    await number(await groupOf(view));
    tell(context, id, [view]);
    return { id, deleted: true as const };
  },
});
