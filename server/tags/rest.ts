import { type Route, route } from "#server/kit/rest/route.ts";
import { listTags } from "./listing.ts";
import { createTag, deleteTag, updateTag } from "./writing.ts";

const tag = "Operator tags";
const one = "/v1/operator-tags/{tagId}";

export const tagRoutes: Route[] = [
  route({ method: "get", path: "/v1/operator-tags", operation: listTags, tag, summary: "List operator tags" }),
  route({
    method: "post",
    path: "/v1/operator-tags",
    operation: createTag,
    tag,
    summary: "Create an operator tag",
    errors: ["already_exists", "limit_reached"],
    etagKey: "updatedAt",
  }),
  route({
    method: "patch",
    path: one,
    operation: updateTag,
    tag,
    summary: "Change an operator tag",
    errors: ["already_exists", "precondition_failed"],
    etagKey: "updatedAt",
    headers: { ifMatch: "If-Match" },
  }),
  route({ method: "delete", path: one, operation: deleteTag, tag, summary: "Delete an operator tag" }),
];
