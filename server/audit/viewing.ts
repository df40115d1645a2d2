import type { z } from "zod";
import type { EventData } from "#server/core/events/table.ts";
import type { AuditRow } from "./access.sql.ts";
import { type auditEntrySchema, auditSubjectKinds, auditWays } from "./schema.ts";

type Entry = z.input<typeof auditEntrySchema>;

function kindOf(type: string): Entry["subject"]["kind"] {
  const noun = type.split("/")[0] ?? "";
  if (noun === "session") return "user";
  return auditSubjectKinds.find((kind) => kind === noun) ?? "other";
}

/** The last known name of something that was deleted. */
function nameIn(data: AuditRow["data"]): string {
  if ("visitorName" in data) return data.visitorName;
  return "name" in data ? (data.name ?? "") : "";
}

/** "203.0.113.7 · macOS, Chrome". */
function browserOf({ address, device }: EventData<"session/refused">): string {
  return [address, device.split(", ").slice(1).join(", ")].filter(Boolean).join(" · ");
}

/** Other ways in than a password, by their names in every language. */
const signs: Partial<Record<string, string>> = { single_sign_on: "OpenID Connect", passkey: "WebAuthn" };

/** How the sentence ends: the place of a sign-in; the person, tag or phase it is about; or the fields that changed. */
function toOf(deed: AuditRow): string {
  switch (deed.type) {
    case "user/changed":
      return changedWords(deed.data.changes ?? {});
    case "role/changed":
      return changedWords(deed.data.changes ?? {}, deed.data.deleted);
    case "token/changed":
      return permissionsIn(deed.data);
    case "session/started":
      return [browserOf(deed.data), signs[deed.data.way ?? ""]].filter(Boolean).join(" · ");
    case "session/refused":
    case "session/reset_requested":
    case "session/ended":
      return browserOf(deed.data);
    case "conversation/operator_assigned":
    case "contact/operator_assigned":
      return deed.toName ?? "";
    case "conversation/tag_added":
    case "conversation/tag_removed":
    case "contact/tag_added":
      return deed.data.tag;
    case "conversation/phase_changed":
      return deed.data.phaseName;
    default:
      return "changes" in deed.data ? Object.keys(deed.data.changes ?? {}).join(", ") : "";
  }
}

type Changes = NonNullable<EventData<"user/changed" | "role/changed">["changes"]>;

/** "role: agent → supervisor": what a person or a role was, and what it is; only the one where it is new, or has gone. */
function changedWords(changes: Changes, gone = false): string {
  const entries = Object.entries(changes);
  const isNew = entries.every(([, { before }]) => (before ?? null) === null);
  return entries
    .map(([field, { before, after }]) => {
      const known = isNew ? [after] : gone ? [before] : [before, after];
      return `${field}: ${known.map(wordOf).join(" → ")}`;
    })
    .join("; ");
}

/** Permissions, channels and masks one after the other. */
function wordOf(value: unknown): string {
  const words = Array.isArray(value) ? value.map(String).join(", ") : String(value ?? "");
  return words === "" ? "–" : words;
}

/** A token's permissions after the change, or before it where the token has ended. */
function permissionsIn({ changes }: EventData<"token/changed">): string {
  return (changes?.permissions.after ?? changes?.permissions.before ?? []).join(", ");
}

/** "bulk:<job>" */
function wayOf(via: string): Entry["via"] {
  const [name, id = ""] = via.split(":");
  const way = auditWays.find((one) => one === name) ?? "";
  return { way, id: way === "" ? "" : id };
}

export function viewDeed(row: AuditRow): Entry {
  const { subjectName } = row;
  return {
    id: row.id,
    at: row.createdAt,
    type: row.type,
    operation: row.operation,
    via: wayOf(row.via),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName, ownerName: row.ownerName ?? "" },
    subject: {
      kind: kindOf(row.type),
      id: row.subjectId,
      name: subjectName || nameIn(row.data),
      number: row.subjectNumber,
      exists: subjectName !== null && !row.subjectGone,
    },
    to: toOf(row),
    data: row.data,
  };
}
