import { type Route, route } from "#server/kit/rest/route.ts";
import { cancelJob, readJob, undoJob } from "./managing.ts";
import { startBulk } from "./starting.ts";

const tag = "Jobs";
const one = "/v1/jobs/{jobId}";
/** Answered as a whole where all was done at once. */
const multi = {
  status: 202,
  otherStatus: { status: 207, when: (output: unknown) => Object.hasOwn(Object(output), "results") },
};

export const actionRoutes: Route[] = [
  route({
    method: "post",
    path: "/v1/conversations/bulk",
    operation: startBulk,
    tag: "Conversations",
    summary: "Run actions on many conversations",
    risk: "sends",
    description:
      "Up to 100 ids are done at once, each with its own outcome (207). More of them, or a filter, become a job (202). Each action is checked and done as by its own route, with the caller's permissions.",
    errors: ["limit_reached"],
    ...multi,
  }),
  route({ method: "get", path: one, operation: readJob, tag, summary: "Read how far a job is, and its outcomes" }),
  route({ method: "delete", path: one, operation: cancelJob, tag, summary: "Cancel what a job has not begun" }),
  route({
    method: "post",
    path: `${one}/undo`,
    operation: undoJob,
    tag,
    summary: "Undo a job",
    description:
      "Puts tags, assignee, phase, amount, status and the bot back as they were before, where nobody has changed them since. What was written (notes, messages) and what was changed of contacts stays.",
    errors: ["conflict"],
    ...multi,
  }),
];
