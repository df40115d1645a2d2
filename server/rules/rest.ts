import { type Route, route } from "#server/kit/rest/route.ts";
import { dryRun, dryRunOne } from "./dry-running.ts";
import { listRules, readRule } from "./listing.ts";
import { listRuns, rerun } from "./runs.ts";
import { createRule, deleteRule, reorderRules, updateRule } from "./writing.ts";

const tag = "Rules";
const all = "/v1/rules";
const one = `${all}/{ruleId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateRule, tag, errors: ["precondition_failed"], ...versioned, ...matching };

export const ruleRoutes: Route[] = [
  route({ method: "get", path: all, operation: listRules, tag, summary: "List automation rules" }),
  route({
    method: "post",
    path: all,
    operation: createRule,
    tag,
    summary: "Create an automation rule",
    description:
      "At most 200. Off unless `enabled` is given: try it out first. A rule acts as itself for the whole company, so it needs the permissions of all its actions from who writes it. It runs once for each cause, at most three deep on what rules have done, and never on what happened before it was switched on.",
    errors: ["limit_reached"],
    ...versioned,
  }),
  route({
    method: "post",
    path: `${all}/dry-run`,
    operation: dryRun,
    tag,
    summary: "Try out a draft of a rule",
    description: "On the last 7 days. Changes nothing: says in which conversations it would have run, and why.",
  }),
  route({
    method: "put",
    path: `${all}/order`,
    operation: reorderRules,
    tag,
    summary: "Change the order in which rules are looked at",
  }),
  route({ method: "get", path: one, operation: readRule, tag, summary: "Read an automation rule", ...versioned }),
  route({
    method: "patch",
    path: one,
    summary: "Change an automation rule",
    description: "Or switch it on or off. Give `version`, or `If-Match`, to change only what you have read.",
    ...change,
  }),
  route({ method: "put", path: one, summary: "Change an automation rule; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteRule,
    tag,
    summary: "Delete an automation rule",
    description: "With its runs.",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({
    method: "post",
    path: `${one}/dry-run`,
    operation: dryRunOne,
    tag,
    summary: "Try out a stored rule",
    description: "On the last 7 days. Changes nothing: says in which conversations it would have run, and why.",
  }),
  route({
    method: "get",
    path: `${one}/runs`,
    operation: listRuns,
    tag,
    summary: "List the runs of a rule",
    description: "Kept for 30 days: why it ran, what it did, what it skipped and why.",
  }),
  route({
    method: "post",
    path: `${one}/runs/{runId}/rerun`,
    operation: rerun,
    tag,
    summary: "Repeat a run of a rule",
    risk: "sends",
    description:
      "Its actions as they are now, whatever its conditions say now, as a run of its own. Needs the permissions of its actions.",
  }),
];
