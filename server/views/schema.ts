import { z } from "zod";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { viewPages, viewScopes } from "./choices.ts";

const viewFilters = z
  .record(z.string().max(64), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .meta({
    description:
      "The filters by their names in the page's address, which are those of its list: lists as arrays, `from` and `to` as days, and `view` for the tab of the inbox (without it: open and closed).",
  });

/** The parameter `view` of the lists. */
export const viewParameter = z.string().max(64).optional().meta({
  description:
    "Id of a saved view: only what it holds, narrowed further by the other filters. Its days are those of UTC. The order is the list's own.",
});

export const savedViewSchema = z
  .object({
    id: idField,
    page: z.enum(viewPages).meta({ description: "inbox and pipeline: of conversations; contacts: of contacts." }),
    name: z.string(),
    query: z.string().meta({ description: "The page's filters as they stand in its address." }),
    filters: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta({ description: "The same, read." }),
    scope: z
      .enum(viewScopes)
      .meta({ description: "private: its owner's alone; team: its members see it; company: everybody does." }),
    teamId: z.string().nullable().meta({ description: "The team whose view it is; null for other scopes." }),
    icon: z.string().meta({ description: "Name of an icon, or an emoji; empty: none." }),
    order: z.int().meta({ description: "Its place among the views of its page and scope, from 0." }),
    userId: z.string().meta({ description: "Whose it is; of one of a team or the company, who made it." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "View", description: "A set of filters with a name, of one person, a team or the company." });

export type SavedView = z.infer<typeof savedViewSchema>;

export const viewCountSchema = z
  .object({
    id: idField,
    count: z.int().nullable().meta({ description: "What it holds now, exact; null: counters cannot tell." }),
  })
  .meta({ id: "ViewCount", description: "How much a view holds." });

const nameField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: "Unique among the views of its page and owner." });
const queryField = z
  .string()
  .max(4000)
  .meta({ description: "The filters as in the page's address: channel=WEB&tags=vip" });
const iconField = z.string().trim().max(32).meta({ description: "Name of an icon, or an emoji." });
const orderField = z.int().min(0).max(10_000).meta({ description: "Its place, from 0; beyond the last: the last." });
const scopeField = z.enum(viewScopes).meta({ description: "team and company need clients_write." });
const teamField = z.string().max(64).nullish().meta({ description: "The team of a view with the scope team." });

export const listViewsInput = z.object({
  page: z.enum(viewPages).optional().meta({ description: "Only the views of this page." }),
  scope: z
    .enum(viewScopes)
    .optional()
    .meta({ description: "Only the person's own, only those of teams, or only the company's." }),
});
export const createViewInput = z.object({
  page: z.enum(viewPages).default("inbox"),
  name: nameField,
  query: queryField.optional(),
  filters: viewFilters.optional(),
  scope: scopeField.default("private"),
  teamId: teamField,
  icon: iconField.default(""),
  order: orderField.optional(),
});
export const updateViewInput = z.object({
  viewId: z.string(),
  name: nameField.optional(),
  query: queryField.optional(),
  filters: viewFilters.optional(),
  scope: scopeField.optional(),
  teamId: teamField,
  icon: iconField.optional(),
  order: orderField.optional(),
  ifMatch: ifMatchField,
});
export const viewIdInput = z.object({ viewId: z.string() });
export const deleteViewInput = viewIdInput.extend({ ifMatch: ifMatchField });

export const deletedSchema = z.object({ id: z.string(), deleted: z.literal(true) });
