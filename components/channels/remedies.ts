import type { CheckStep } from "./check-steps.tsx";

const remedies: Partial<Record<CheckStep["words"][number]["key"], "later" | "token" | "permission" | "match">> = {
  away: "later",
  tokenRefused: "token",
  permissionMissing: "permission",
  unseen: "match",
  otherNumber: "match",
  otherPage: "match",
  otherAccount: "match",
  notLinked: "match",
  otherLinked: "match",
};

/** What helps, by what was found, else by the step: a platform that is away needs no new token. */
export function remedyOf({ step, words }: Pick<CheckStep, "step" | "words">) {
  return words.flatMap(({ key }) => remedies[key] ?? [])[0] ?? step;
}

/** Whether what is stored is an Instagram login: it is its own account; one through a page has the page's. */
export const isLogin = ({ accountId, externalId }: { accountId: string; externalId: string }) =>
  externalId !== "" && accountId === externalId;
