import { type Route, route } from "#server/kit/rest/route.ts";
import { listAnswers, readAnswer } from "./listing.ts";
import { useAnswer } from "./using.ts";
import { createAnswer, deleteAnswer, updateAnswer } from "./writing.ts";

const tag = "Ready answers";
const all = "/v1/ready-answers";
const one = `${all}/{answerId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateAnswer, tag, ...versioned, ...matching };
const errors = ["already_exists", "precondition_failed"];

export const answerRoutes: Route[] = [
  route({ method: "get", path: all, operation: listAnswers, tag, summary: "List ready answers" }),
  route({
    method: "post",
    path: all,
    operation: createAnswer,
    tag,
    summary: "Create a ready answer",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readAnswer, tag, summary: "Read a ready answer", ...versioned }),
  route({ method: "patch", path: one, summary: "Change or share a ready answer", errors, ...change }),
  route({ method: "put", path: one, summary: "Change a ready answer; what is not given stays", errors, ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteAnswer,
    tag,
    summary: "Delete a ready answer",
    errors: ["precondition_failed"],
    ...matching,
  }),
  route({
    method: "post",
    path: "/v1/conversations/{conversationId}/ready-answers/{answerId}",
    operation: useAnswer,
    tag,
    summary: "Fill a ready answer for a conversation",
    description:
      "Answers the text with its variables filled, and copies of its files for the message. It sends nothing. Where a variable has neither a value nor a fallback, `missing` names it: ask for it, or do not send. It counts as used when nothing is missing.",
    errors: ["limit_reached"],
  }),
];
