import { type ReferenceDocument, resolved, type Schema } from "./document.ts";
import { html, type Markup, prose } from "./markup.ts";
import type { Texts } from "./texts.ts";

const deepest = 5;

/** A type in a few words: string, integer or null, list of Contact. */
function typeOf(document: ReferenceDocument, given: Schema): string {
  const { name, schema } = resolved(document, given);
  if (name) return name;
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map((one) => typeOf(document, one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `${typeOf(document, schema.items)}[]`;
  const types = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return schema.format ? `${types} (${schema.format})` : types;
}

function facts(schema: Schema, texts: Texts): Markup[] {
  const values = schema.enum ?? schema.items?.enum;
  return [
    ...(values
      ? [html`<p class="values">${texts.oneOf} ${values.map((one) => html`<code>${String(one)}</code> `)}</p>`]
      : []),
    ...(schema.default === undefined
      ? []
      : [html`<p class="values">${texts.standard} <code>${JSON.stringify(schema.default)}</code></p>`]),
  ];
}

/** What a value is made of, where it is made of anything: its own fields, or those of what it lists or may be. */
function insides(document: ReferenceDocument, given: Schema): Schema[] {
  const { schema } = resolved(document, given);
  if (schema.properties) return [schema];
  if (schema.items) return insides(document, schema.items);
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    insides(document, one),
  );
}

type Field = { name: string; schema: Schema; required: boolean };

export function field(document: ReferenceDocument, { name, schema, required }: Field, texts: Texts, depth = 0): Markup {
  const own = resolved(document, schema).schema;
  const description = schema.description ?? own.description;
  const inner = depth < deepest ? insides(document, schema) : [];
  return html`<li><p class="field"><code>${name}</code> <span class="type">${typeOf(document, schema)}</span>${
    required && html` <span class="needed">${texts.needed}</span>`
  }</p>${description && html`<p>${prose(description)}</p>`}${facts(own, texts)}${
    inner.length > 0 &&
    html`<details><summary>${texts.fields} <code>${name}</code></summary>${inner.map((one) => fields(document, one, texts, depth + 1))}</details>`
  }</li>`;
}

/** The fields of an object, or of what a list holds. */
export function fields(document: ReferenceDocument, given: Schema, texts: Texts, depth = 0): Markup {
  const objects = insides(document, given);
  if (objects.length === 0) return html`<p class="type">${typeOf(document, given)}</p>`;
  return html`${objects.map(
    ({ properties = {}, required = [] }) =>
      html`<ul class="fields">${Object.entries(properties).map(([name, schema]) =>
        field(document, { name, schema, required: required.includes(name) }, texts, depth),
      )}</ul>`,
  )}`;
}
