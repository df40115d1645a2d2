export const statusClasses = ["2xx", "4xx", "5xx"] as const;

/** Days that the log of requests goes back. */
export const keptDays = 7;
