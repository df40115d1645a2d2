import { z } from "zod";
import { describeProperties } from "./glossary.ts";

export type Json = Record<string, unknown>;
export type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] };
type Io = "input" | "output";

/**
 * Where a description names the type itself, the forms that are read into it stay untold, and where it names the default,
 * that is told although it is read on into something else; answers may gain fields.
 */
function adjust(io: Io) {
  return ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void => {
    const said = z.globalRegistry.get(zodSchema);
    if (said?.default !== undefined) jsonSchema.default ??= said.default;
    if (typeof jsonSchema.type === "string" && jsonSchema.type !== "object") delete jsonSchema.anyOf;
    if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  };
}

function convert(schema: z.ZodType, io: Io): Json {
  const options = { io, unrepresentable: "any", target: "draft-2020-12", override: adjust(io) } as const;
  const { $schema: _schema, ...converted } = z.toJSONSchema(schema, options) as Json;
  return converted;
}

const unnamed = ({ id: _id, ...rest }: Json): Json => rest;

/** A schema that needs no other document: what it names stands in its own `$defs`, and its own fields at the top. */
export function wholeSchema(schema: z.ZodType, io: Io): ObjectSchema {
  const { $defs, ...root } = convert(schema, io);
  const definitions = Object.entries(($defs ?? {}) as Record<string, Json>).map(
    ([name, given]) => [name, describeProperties(unnamed(given), name)] as const,
  );
  const own = typeof root.id === "string" ? root.id : (nameOf(root) ?? "");
  const named = root.$ref ? definitions.find(([name]) => name === own)?.[1] : undefined;
  const whole = named ?? describeProperties(unnamed(root), own);
  const used = JSON.stringify([whole, definitions.filter(([, given]) => given !== named)]);
  const kept = definitions.filter(([name, given]) => given !== named || used.includes(`"#/$defs/${name}"`));
  return kept.length === 0 ? whole : { ...whole, $defs: Object.fromEntries(kept) };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The named schemas of the document. What a request may leave out and an answer never does has two names. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  private readonly original = new Map<string, Json>();

  /** A schema as JSON Schema 2020-12; named ones move to the components. */
  of(schema: z.ZodType, io: Io): ObjectSchema {
    const { $defs, ...converted } = convert(schema, io);
    const found = Object.entries(($defs ?? {}) as Record<string, Json>).map(([name, given]) => ({
      name,
      schema: unnamed(given),
    }));
    const own = typeof converted.id === "string" ? converted.id : undefined;
    const root = unnamed(converted);
    if (own) found.push({ name: own, schema: root });
    const names = this.namesOf(found, io);
    for (const { name, schema: given } of found) this.add(names.get(name) ?? name, given, names);
    return own ? this.reference(names.get(own) ?? own) : relink(root, names);
  }

  /** Gives a schema that has no name one of its own. */
  name(name: string, schema: Json): Json {
    this.schemas[name] ??= describeProperties(schema, name);
    return this.reference(name);
  }

  /** A schema with its fields in sight, also where it is a named one. */
  open(schema: ObjectSchema): ObjectSchema {
    const name = nameOf(schema);
    return name ? (this.schemas[name] ?? {}) : schema;
  }

  reference(name: string): Json {
    return { $ref: `#/components/schemas/${name}` };
  }

  private add(name: string, given: Json, names: ReadonlyMap<string, string>): void {
    if (this.schemas[name]) return;
    this.original.set(name, given);
    this.schemas[name] = describeProperties(relink(given, names), name);
  }

  /** What differs from the answer's schema, or refers to one that does, is called XInput. */
  private namesOf(found: readonly { name: string; schema: Json }[], io: Io): Map<string, string> {
    const names = new Map(found.map(({ name }) => [name, name]));
    if (io === "output") return names;
    for (let changed = true; changed; ) {
      changed = false;
      for (const { name, schema } of found) {
        if (names.get(name) !== name) continue;
        const known = this.original.get(name);
        const refersToInput = [...names].some(([a, b]) => a !== b && JSON.stringify(schema).includes(`"#/$defs/${a}"`));
        if (!refersToInput && (!known || same(withoutClosing(schema), known))) continue;
        if (!known) continue;
        names.set(name, `${name}Input`);
        changed = true;
      }
    }
    return names;
  }
}

function withoutClosing(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"additionalProperties":false,', "")
      .replaceAll(',"additionalProperties":false', ""),
  );
}

function relink(value: Json, names: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(value).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  return JSON.parse(text) as Json;
}

export function nameOf(schema: Json): string | undefined {
  const reference = schema.$ref;
  return typeof reference === "string" ? reference.slice(reference.lastIndexOf("/") + 1) : undefined;
}

/** The same schema whose defaults stand in the descriptions. */
export function withDefaultsInWords(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !("default" in value)) return value;
    const { default: otherwise, ...rest } = value as Json;
    // A property that is called "default" is a schema itself.
    if (typeof otherwise === "object" && otherwise !== null && "type" in otherwise) return value;
    const said = typeof rest.description === "string" ? `${rest.description} ` : "";
    return { ...rest, description: `${said}Default: ${JSON.stringify(otherwise)}.` };
  }) as Json;
}
