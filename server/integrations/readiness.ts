import { z } from "zod";
import type { FeatureName } from "#server/companies/schema.ts";
import type { Integration } from "#server/db/generated/client.ts";
import { actOf } from "./acts/table.ts";
import { type Cause, causes, type Lacking, usualCauses } from "./choices.ts";
import { openedConfig } from "./secrecy.ts";

const chosen = z.array(z.enum(causes));

/** What it acts on: as its config says, else as is usual for its type. */
export function causesOf({ type, config }: Pick<Integration, "type" | "config">): readonly Cause[] {
  const { success, data } = chosen.safeParse(config.on);
  return success ? causes.filter((cause) => data.includes(cause)) : usualCauses[type];
}

type Set = Pick<Integration, "type" | "config" | "addressHash">;

/** The keys of its config that are missing or wrong. */
export function lackingIn({ type, config, addressHash }: Set): readonly Lacking[] {
  if (type === "sheets") return addressHash === null ? ["address"] : [];
  const opened = openedConfig(config);
  return opened ? (actOf(type)?.lacks(opened.config) ?? []) : ["secret"];
}

/** What of the plan it needs. */
function featureOf(type: Integration["type"]): FeatureName | undefined {
  return type === "sheets" ? "export" : actOf(type)?.feature;
}

/** Everything that keeps it from acting. */
export function lacksOf(found: Integration, features: Readonly<Record<string, boolean>>): Lacking[] {
  const feature = featureOf(found.type);
  return [
    ...lackingIn(found),
    ...(feature && features[feature] === false ? (["plan"] as const) : []),
    ...(found.enabled && !found.trusted ? (["permission"] as const) : []),
  ];
}
