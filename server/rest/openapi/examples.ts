import { createHash } from "node:crypto";
import type { Given } from "#server/core/operation.ts";
import type { Route } from "#server/kit/rest/route.ts";

/** An id that looks like those of the service, the same at each making of the document. */
export function exampleId(key: string): string {
  const hash = createHash("sha256").update(key).digest("hex");
  return `01926c5e-8f00-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

const special: Readonly<Record<string, string>> = { templateId: "1001", tomorrow: "2030-01-02T10:00:00Z" };

/** Ids of a company that does not exist, whatever an operation's example asks for. */
const plausible: Given = new Proxy<Record<string, string>>(
  {},
  { get: (_, key) => (typeof key === "string" ? (special[key] ?? exampleId(key)) : undefined) },
);

/** The operation's own example, with ids that look like those of the service. */
export function exampleInput(operation: Route["operation"]): unknown {
  return operation.example(plausible);
}

/** The operation's own example, parted by where each value goes. */
type RequestExample = { path: Record<string, unknown>; rest: Record<string, unknown>; body: unknown };

export function exampleOf(route: Route): RequestExample {
  const all = Object.entries(exampleInput(route.operation) as Record<string, unknown>);
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const headers = route.headers ?? {};
  const path = Object.fromEntries(all.filter(([name]) => inPath.has(name)));
  const rest = Object.fromEntries(all.filter(([name]) => !inPath.has(name) && !Object.hasOwn(headers, name)));
  return { path, rest, body: route.bodyKey ? rest[route.bodyKey] : rest };
}
