export const deliveryStates = ["queued", "sent", "delivered", "read", "failed"] as const;

/** Why a visitor's file is not here. */
export const missingCodes = [
  "not_yet",
  "gone",
  "damaged",
  "too_large",
  "too_many",
  "elsewhere",
  "not_connected",
  "unsafe",
  "not_stored",
  "refused",
] as const;

/** Why a platform did not take a reaction. */
export const reactionFailures = ["window", "not_connected", "restricted", "refused"] as const;
