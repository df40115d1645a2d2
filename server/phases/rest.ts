import { type Route, route } from "#server/kit/rest/route.ts";
import { createPhase } from "./creating.ts";
import { deletePhase } from "./deleting.ts";
import { updatePhase } from "./editing.ts";
import { countPhases, listPhases, readPhase } from "./listing.ts";

const tag = "Phases";
const one = "/v1/phases/{phaseId}";
const versioned = { etagKey: "updatedAt" };

export const phaseRoutes: Route[] = [
  route({ method: "get", path: "/v1/phases", operation: listPhases, tag, summary: "List phases" }),
  route({
    method: "get",
    path: "/v1/phases/count",
    operation: countPhases,
    tag,
    summary: "Count open conversations by phase",
  }),
  route({
    method: "post",
    path: "/v1/phases",
    operation: createPhase,
    tag,
    summary: "Create a phase",
    errors: ["limit_reached"],
  }),
  route({ method: "get", path: one, operation: readPhase, tag, summary: "Read a phase", ...versioned }),
  route({
    method: "patch",
    path: one,
    operation: updatePhase,
    tag,
    summary: "Change a phase",
    errors: ["conflict", "precondition_failed"],
    headers: { ifMatch: "If-Match" },
    ...versioned,
  }),
  route({ method: "delete", path: one, operation: deletePhase, tag, summary: "Delete a phase", errors: ["conflict"] }),
];
