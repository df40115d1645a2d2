/** How long the service waits for an answer, and so the length of the bar (service.md section 6). */
export const timeoutMs = 10_000;

export type Pace = "quick" | "slow" | "late";

/** Under a second is quick; from half of the time allowed it is nearly late. */
export function paceOf(durationMs: number): Pace {
  if (durationMs < 1000) return "quick";
  return durationMs < timeoutMs / 2 ? "slow" : "late";
}

/** The filled part of the bar in percent; never so little that it is not seen. */
export function barWidth(durationMs: number): number {
  return Math.min(100, Math.max(1, (durationMs / timeoutMs) * 100));
}

/** The wait in milliseconds before the n-th retry, as promised: 1, 2, 4, 8, 16 seconds and so on. */
export function backoffMs(retry: number): number {
  return 1000 * 2 ** (retry - 1);
}

export type StatusClass = "2xx" | "3xx" | "4xx" | "5xx" | "none";

export function statusClassOf(statusCode: number | null): StatusClass {
  if (statusCode === null) return "none";
  if (statusCode < 300) return "2xx";
  if (statusCode < 400) return "3xx";
  return statusCode < 500 ? "4xx" : "5xx";
}

/** Whether another attempt follows a failure of this kind: an answer of 3xx or 4xx is final. */
export function isRetried(statusCode: number | null): boolean {
  return statusCode === null || statusCode >= 500;
}
