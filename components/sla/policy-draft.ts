import type { SlaConditions, SlaPolicyView } from "#server/sla/schema.ts";

/** What a policy can ask for on the screen, in this order. */
export const conditionFields = ["channel", "priority", "tags", "teamId", "assignedTo", "phase"] as const;
export type ConditionField = (typeof conditionFields)[number];

export const targetNames = ["firstResponse", "nextResponse", "resolution"] as const;
export type TargetName = (typeof targetNames)[number];

/** As it is typed; both empty: not promised. */
export type Duration = { hours: string; minutes: string };

export type PolicyDraft = {
  name: string;
  conditions: Readonly<Record<ConditionField | "customFields", readonly string[]>>;
  /** The conditions that rules and flows know, too. */
  tree: readonly unknown[];
  targets: Readonly<Record<TargetName, Duration>>;
  calendarId: string | null;
  pausesForVisitor: boolean;
};

const nothing: Duration = { hours: "", minutes: "" };

export const emptyDraft: PolicyDraft = {
  name: "",
  conditions: { channel: [], priority: [], tags: [], teamId: [], assignedTo: [], phase: [], customFields: [] },
  targets: { firstResponse: { hours: "1", minutes: "" }, nextResponse: nothing, resolution: nothing },
  ...{ tree: [], calendarId: null, pausesForVisitor: false },
};

export function durationOf(seconds: number | null): Duration {
  if (seconds === null) return nothing;
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return { hours: whole > 0 ? String(whole) : "", minutes: rest > 0 ? String(rest) : "" };
}

/** Seconds; null: nothing is promised, NaN: that is no time. */
export function secondsOf({ hours, minutes }: Duration): number | null {
  if (hours.trim() === "" && minutes.trim() === "") return null;
  const [h, m] = [Number(hours), Number(minutes)];
  const isTime = Number.isInteger(h) && Number.isInteger(m) && h >= 0 && m >= 0;
  return isTime ? h * 3600 + m * 60 : Number.NaN;
}

export function draftOf(policy: SlaPolicyView): PolicyDraft {
  const { name, conditions, calendarId, pausesForVisitor } = policy;
  const { channel = [], priority = [], tags = [], teamId = [], assignedTo = [], phase = [] } = conditions;
  const { customFields = [], tree = [] } = conditions;
  return {
    ...{ name, tree, calendarId, pausesForVisitor },
    conditions: { channel, priority, tags, teamId, assignedTo, phase, customFields },
    targets: {
      firstResponse: durationOf(policy.firstResponse),
      nextResponse: durationOf(policy.nextResponse),
      resolution: durationOf(policy.resolution),
    },
  };
}

export type PolicyFault = "name" | "none" | `${"time" | "long"}:${TargetName}`;

const day = 86_400;
/** The longest that can be promised, in seconds. */
const most: Readonly<Record<TargetName, number>> = {
  firstResponse: 90 * day,
  nextResponse: 90 * day,
  resolution: 365 * day,
};

/** What keeps it from being saved; undefined: nothing. */
export function faultIn({ name, targets }: PolicyDraft): PolicyFault | undefined {
  if (name.trim() === "") return "name";
  for (const target of targetNames) {
    const seconds = secondsOf(targets[target]);
    if (seconds === null) continue;
    if (!(seconds > 0)) return `time:${target}`;
    if (seconds > most[target]) return `long:${target}`;
  }
  return targetNames.every((target) => secondsOf(targets[target]) === null) ? "none" : undefined;
}

/** What is sent: conditions and seconds that only other programs know stay as they are. */
export function storedOf(
  { name, conditions, tree, targets, calendarId, pausesForVisitor }: PolicyDraft,
  known?: SlaPolicyView,
) {
  const { utmSource, utmMedium } = known?.conditions ?? {};
  const asked = {
    ...Object.fromEntries(
      [...conditionFields, "customFields" as const].flatMap((field) =>
        conditions[field].length > 0 ? [[field, [...conditions[field]]]] : [],
      ),
    ),
    ...(tree.length > 0 ? { tree: [...tree] } : {}),
    ...(utmSource === undefined ? {} : { utmSource }),
    ...(utmMedium === undefined ? {} : { utmMedium }),
  } as SlaConditions;
  const secondsFor = (target: TargetName) => {
    const [was, is] = [durationOf(known?.[target] ?? null), targets[target]];
    const same = known && was.hours === is.hours && was.minutes === is.minutes;
    return same ? known[target] : secondsOf(is);
  };
  return {
    ...{ name: name.trim(), conditions: asked, calendarId, pausesForVisitor },
    firstResponse: secondsFor("firstResponse"),
    nextResponse: secondsFor("nextResponse"),
    resolution: secondsFor("resolution"),
  };
}
