import { z } from "zod";
import type { AuditRow } from "./access.ts";
import { type auditEntrySchema, auditSubjectKinds } from "./schema.ts";

type Entry = z.input<typeof auditEntrySchema>;

function kindOf(type: string): Entry["subject"]["kind"] {
  const noun = type.split("/")[0] ?? "";
  if (noun === "session") return "user";
  return auditSubjectKinds.find((kind) => kind === noun) ?? "other";
}

/** What remains of the name of something that is gone. */
function nameIn(data: Record<string, unknown>): string {
  for (const key of ["visitorName", "name", "label"]) {
    const value = data[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** "203.0.113.7 · macOS, Chrome". */
function browserOf({ address, device }: Record<string, unknown>): string {
  const words = typeof device === "string" ? device.split(", ").slice(1).join(", ") : "";
  return [address, words].filter(Boolean).join(" · ");
}

/** What the sentence ends with: where somebody signed in, the person, tag or phase it speaks of, or the fields that changed. */
function toOf({ type, data, toName }: AuditRow): string {
  const { changes } = data;
  if (type === "user/changed") return changedWords(changes);
  if (type === "token/changed") return permissionsIn(changes);
  if (type.startsWith("session/")) return browserOf(data);
  if (type.endsWith("/operator_assigned")) return toName ?? "";
  const named = type.includes("/tag_") ? data.tag : type.endsWith("/phase_changed") ? data.phaseName : undefined;
  if (typeof named === "string") return named;
  return typeof changes === "object" && changes !== null ? Object.keys(changes).join(", ") : "";
}

/** "role: agent → supervisor": of a person what it was, and what it is. */
function changedWords(changes: unknown): string {
  if (typeof changes !== "object" || changes === null) return "";
  const words = Object.entries(changes).map(([field, change]) => {
    const { before, after } = z.object({ before: z.unknown(), after: z.unknown() }).partial().parse(change);
    return `${field}: ${String(before ?? "")} → ${String(after ?? "")}`;
  });
  return words.join(", ");
}

const tokenChanges = z.object({
  permissions: z.object({ before: z.array(z.string()).nullable(), after: z.array(z.string()).nullable() }),
});

/** What a token may do, or might. */
function permissionsIn(changes: unknown): string {
  const { permissions } = tokenChanges.safeParse(changes).data ?? {};
  return (permissions?.after ?? permissions?.before ?? []).join(", ");
}

export function viewDeed(row: AuditRow): Entry {
  const { subjectName } = row;
  return {
    id: row.id,
    at: row.createdAt,
    type: row.type,
    operation: row.operation,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName, ownerName: row.ownerName ?? "" },
    subject: {
      kind: kindOf(row.type),
      id: row.subjectId,
      name: subjectName || nameIn(row.data),
      number: row.subjectNumber,
      exists: subjectName !== null,
    },
    to: toOf(row),
    data: row.data,
  };
}
