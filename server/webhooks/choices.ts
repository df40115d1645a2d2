/** Stands for the value of a header, which is never shown again; sent back, it keeps what is stored. */
export const hiddenValue = "********";

export const statusClasses = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
