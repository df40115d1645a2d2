import { z } from "zod";
import type { publicData } from "#server/core/events/public-data.ts";
import { publicEventTypes } from "#server/core/events/public-types.ts";
import { type EventType, eventData, eventTable, eventTypes } from "#server/core/events/table.ts";

type Property = { description?: string; type?: string | string[]; enum?: string[]; const?: string };
type Shape = { properties?: Record<string, Property>; required?: string[] };

const shapeOf = (type: EventType): Shape =>
  z.toJSONSchema(eventData[type], { io: "output", unrepresentable: "any" }) as Shape;

function kindOf({ type, enum: words, const: word }: Property): string {
  if (word) return `\`${word}\``;
  if (words) return words.map((one) => `\`${one}\``).join(", ");
  return [type].flat().filter(Boolean).join(" or ") || "any";
}

function fieldsOf(type: EventType): string[] {
  const { properties = {}, required = [] } = shapeOf(type);
  return Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? "" : ", optional";
    const told = property.description ? `: ${property.description}` : "";
    return `- \`${name}\` (${kindOf(property)}${optional})${told}`;
  });
}

function publicPart(type: keyof typeof publicData): string[] {
  return [`### ${type}`, "", `${eventTable[type].summary}.`, "", ...fieldsOf(type), ""];
}

function internalRow(type: EventType): string {
  const fields = Object.keys(shapeOf(type).properties ?? {}).map((name) => `\`${name}\``);
  const { live, audited, touchesRow } = eventTable[type];
  return `| ${type} | ${fields.join(", ")} | ${live} | ${touchesRow ? "yes" : ""} | ${audited ?? ""} |`;
}

/** docs/events.md: every type of the table, with what its data hold. */
export function eventReference(): string {
  const open: readonly string[] = publicEventTypes;
  const internal = eventTypes.filter((type) => !open.includes(type));
  return [
    "# Events",
    "",
    "Written by `npm run openapi` from `server/core/events/`; a test compares the two. Whatever happens is stored as an event",
    "in the transaction that does it. Webhooks hear the public ones; the internal ones keep screens, histories and the audit",
    "log true.",
    "",
    "## Public",
    "",
    ...publicEventTypes.flatMap(publicPart),
    "## Internal",
    "",
    "| Type | Data | Live screens hear it as | Changes the conversation's row | Kept in the audit log as |",
    "|---|---|---|---|---|",
    ...internal.map(internalRow),
    "",
  ].join("\n");
}
