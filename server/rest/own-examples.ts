import { readExampleIds } from "#server/companies/example-ids.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Json } from "./openapi/components.ts";
import { exampleId } from "./openapi/examples.ts";

type Ids = Readonly<Record<string, string>>;

/** With own ids in place of those that only look like ids. */
function replaced(part: Json, own: Ids): Json {
  const text = Object.entries(own).reduce(
    (done, [key, id]) => done.replaceAll(exampleId(key), id),
    JSON.stringify(part),
  );
  return JSON.parse(text) as Json;
}

const deletes = /bulk-delete$/;

/**
 * The document as a signed-in reader tries it: the first "Send" works and does no harm. Reads name records of the
 * reader's company; creates name its set-up but no person, so that no example writes to a customer; changes and deletes
 * name nothing.
 */
export async function withOwnIds(document: Json, actor: Actor): Promise<Json> {
  const { setUp, people } = await readExampleIds.execute(actor, {});
  const own: Readonly<Record<string, Ids>> = { get: { ...setUp, ...people }, post: setUp };
  const paths = Object.entries(document.paths as Record<string, Json>).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const ids = deletes.test(path) ? undefined : own[method];
      return [method, ids ? replaced(operation as Json, ids) : operation];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
