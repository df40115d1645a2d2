import { readFileSync } from "node:fs";

type Described = { content?: Record<string, unknown> };
type Document = { paths: Record<string, Record<string, { responses?: Record<string, Described> }>> };
type Place = { parts: readonly string[]; methods: Document["paths"][string] };

let places: Map<number, Place[]> | undefined;

/** The document's paths by their number of parts, literal ones first, as the service itself looks for them. */
function documented(): Map<number, Place[]> {
  if (places) return places;
  const { paths } = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8")) as Document;
  const variables = (path: string) => path.split("{").length;
  const sorted = Object.entries(paths).sort(([a], [b]) => variables(a) - variables(b));
  const all = sorted.map(([path, methods]) => ({ parts: path.split("/"), methods }));
  places = Map.groupBy(all, ({ parts }) => parts.length);
  return places;
}

/** A program knows what openapi.json says of an operation: any other status or type is a fault, unless it asked for it. */
export function assertDocumented(method: string, address: string, answer: Response, accept: string | null): void {
  const parts = (address.split("?")[0] ?? "").split("/");
  const fits = (place: Place) => place.parts.every((part, at) => part.startsWith("{") || part === parts[at]);
  const responses = documented().get(parts.length)?.find(fits)?.methods[method.toLowerCase()]?.responses;
  if (!responses) return;
  const said = `${method} ${address} answered ${answer.status}`;
  const described = responses[answer.status];
  if (!described) throw new Error(`${said}, and openapi.json documents only ${Object.keys(responses).join(", ")}`);
  const type = answer.headers.get("content-type")?.split(";")[0];
  if (type && type === accept) return;
  const types = Object.keys(described.content ?? (type ? { "application/json": {} } : {}));
  const fit = type ? types.includes(type) : types.length === 0;
  if (!fit) throw new Error(`${said} as ${type}, and openapi.json documents ${types.join(", ") || "no body"}`);
}
