/** Stands for the value of a header, which is never shown again; sent back, it keeps what is stored. */
export const hiddenValue = "********";

export const statusClasses = ["2xx", "3xx", "4xx", "5xx", "none"] as const;

/** How long a delivery is tried again. */
export const retryPlans = ["contract", "day", "three_days"] as const;
export type RetryPlan = (typeof retryPlans)[number];

const [second, minute, hour] = [1, 60, 3600];
const first = [5 * second, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour];

/** Seconds before each retry, but for those of the contract: a day's worth of them, or three days'. */
export const planWaits: Readonly<Record<Exclude<RetryPlan, "contract">, readonly number[]>> = {
  day: [...first, 6 * hour, 10 * hour],
  three_days: [...first, 8 * hour, 12 * hour, 20 * hour, 24 * hour],
};
