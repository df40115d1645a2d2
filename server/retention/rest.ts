import { type Route, route } from "#server/kit/rest/route.ts";
import { createHold, listHolds, releaseHold } from "./holds.ts";
import { previewRetention } from "./preview.ts";
import { readRetention, updateRetention } from "./rules.ts";

const tag = "Retention";

export const retentionRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/retention",
    operation: readRetention,
    tag,
    summary: "Read for how long data is kept",
  }),
  route({
    method: "patch",
    path: "/v1/retention",
    operation: updateRetention,
    tag,
    summary: "Change for how long data is kept",
    description:
      "By kind, in days; nothing is removed by age unless it is set here. A closed conversation goes as if somebody deleted it, and webhooks hear of it.",
  }),
  route({
    method: "get",
    path: "/v1/retention/preview",
    operation: previewRetention,
    tag,
    summary: "Count what would be removed now",
  }),
  route({ method: "get", path: "/v1/legal-holds", operation: listHolds, tag, summary: "List legal holds" }),
  route({
    method: "post",
    path: "/v1/legal-holds",
    operation: createHold,
    tag,
    summary: "Put something under a legal hold",
    description: "Until it is released, neither retention nor anybody by hand deletes it: they get 409 `conflict`.",
    errors: ["already_exists", "limit_reached"],
  }),
  route({
    method: "delete",
    path: "/v1/legal-holds/{legalHoldId}",
    operation: releaseHold,
    tag,
    summary: "Release a legal hold",
    description: "The hold stays in the list, with who released it and when.",
    errors: ["conflict"],
  }),
];
