import type { Trigger, TriggerActions, TriggerConditions, TriggerMatch } from "#server/triggers/schema.ts";

/** A trigger while it is edited: every field of the form, whatever the stored one leaves out. */
export type TriggerDraft = {
  name: string;
  matches: TriggerMatch[];
  channels: string[];
  businessHours: "always" | "in" | "out";
  responses: string[];
  stopNextMessage: boolean;
  ignoreLead: boolean;
  operatorNeeded: boolean;
  once: boolean;
  tag: string;
  assignTo: string[];
  goToName: string;
};

export const emptyDraft: TriggerDraft = {
  name: "",
  matches: [{ type: "phrase", value: "" }],
  channels: [],
  businessHours: "always",
  responses: [""],
  stopNextMessage: true,
  ignoreLead: false,
  operatorNeeded: false,
  once: false,
  tag: "",
  assignTo: [],
  goToName: "",
};

export function draftOf({ name, conditions, actions }: Trigger): TriggerDraft {
  const { response = "" } = actions;
  const responses = typeof response === "string" ? [response] : response;
  return {
    name,
    matches: conditions.matches.map(({ type, value }) => ({ type, value })),
    channels: conditions.channels ?? [],
    businessHours: conditions.businessHours ?? "always",
    responses: responses.length > 0 ? [...responses] : [""],
    stopNextMessage: actions.stopNextMessage,
    ignoreLead: actions.ignoreLead,
    operatorNeeded: actions.operatorNeeded ?? false,
    once: actions.once ?? false,
    tag: actions.tag ?? "",
    assignTo: actions.assignTo ?? [],
    goToName: actions.goToName ?? "",
  };
}

type Stored = { name: string; conditions: TriggerConditions; actions: TriggerActions };

/** What is sent: keys that only other programs know stay as they are. */
export function storedOf(draft: TriggerDraft, before?: Trigger): Stored {
  const { channels: _channels, businessHours: _hours, ...otherConditions } = before?.conditions ?? {};
  const responses = draft.responses.map((text) => text.trim()).filter((text) => text !== "");
  return {
    name: draft.name.trim(),
    conditions: {
      ...otherConditions,
      matches: draft.matches.filter(({ value }) => value.trim() !== ""),
      ...(draft.channels.length > 0 ? { channels: draft.channels } : {}),
      ...(draft.businessHours === "always" ? {} : { businessHours: draft.businessHours }),
    },
    actions: {
      ...before?.actions,
      response: responses.length === 1 ? (responses[0] ?? "") : responses,
      stopNextMessage: draft.stopNextMessage,
      ignoreLead: draft.ignoreLead,
      operatorNeeded: draft.operatorNeeded,
      once: draft.once,
      tag: draft.tag.trim(),
      assignTo: draft.assignTo,
      goToName: draft.goToName.trim(),
    },
  };
}

/** Whether a condition was left empty, which without a word would mean any message. */
export const lacksPhrase = (matches: readonly TriggerMatch[]) => matches.some(({ value }) => value.trim() === "");

/** Whether it would do nothing when it fires: the visitor would wait for an answer that nobody gives. */
export function doesNothing(draft: TriggerDraft): boolean {
  const { responses, ignoreLead, operatorNeeded, tag, assignTo, goToName } = draft;
  const says = responses.some((text) => text.trim() !== "");
  return !says && !ignoreLead && !operatorNeeded && !tag.trim() && !goToName.trim() && !assignTo.length;
}

/** What keeps it from being saved; undefined: nothing. */
export function faultIn(draft: TriggerDraft): "name" | "matches" | "nothing" | undefined {
  if (draft.name.trim() === "") return "name";
  if (lacksPhrase(draft.matches)) return "matches";
  return doesNothing(draft) ? "nothing" : undefined;
}
