import { type Route, route } from "#server/kit/rest/route.ts";
import { listFields, readField } from "./listing.ts";
import { createField, deleteField, updateField } from "./writing.ts";

const tag = "Custom fields";
const all = "/v1/custom-fields";
const one = `${all}/{fieldId}`;
const versioned = { etagKey: "updatedAt" };
const matching = { headers: { ifMatch: "If-Match" } };
const change = { operation: updateField, tag, errors: ["precondition_failed"], ...versioned, ...matching };

export const fieldRoutes: Route[] = [
  route({ method: "get", path: all, operation: listFields, tag, summary: "List custom fields" }),
  route({
    method: "post",
    path: all,
    operation: createField,
    tag,
    summary: "Define a custom field",
    errors: ["already_exists", "limit_reached"],
    ...versioned,
  }),
  route({ method: "get", path: one, operation: readField, tag, summary: "Read a custom field", ...versioned }),
  route({ method: "patch", path: one, summary: "Change a custom field", ...change }),
  route({ method: "put", path: one, summary: "Change a custom field; what is not given stays", ...change }),
  route({
    method: "delete",
    path: one,
    operation: deleteField,
    tag,
    summary: "Delete the definition of a custom field",
    errors: ["precondition_failed"],
    ...matching,
  }),
];
