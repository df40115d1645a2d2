import type { Called } from "#server/kit/rest/route.ts";
import type { Components, Json } from "./components.ts";
import { exampleId } from "./examples.ts";

/** What an operation makes us call, as OpenAPI's callbacks. */
export function callbacksOf(called: Called, tag: string, components: Components): Json {
  const { name, address, summary, description, sends, takes, example } = called;
  const sent = { schema: components.of(sends, "output"), example: example(exampleId) };
  const taken = { schema: components.of(takes, "output") };
  const post = {
    operationId: name,
    tags: [tag],
    summary,
    description,
    security: [],
    requestBody: { required: true, content: { "application/json": sent } },
    responses: {
      "2XX": { description: "What to do", content: { "application/json": taken } },
      "4XX": { description: "No answer" },
      "5XX": { description: "No answer" },
    },
  };
  return { [name]: { [address]: { post } } };
}
