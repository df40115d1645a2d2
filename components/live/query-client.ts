import { notifyManager, QueryClient } from "@tanstack/react-query";
import { failureOf } from "./api.ts";

const frameMs = 16;

/** Screens are drawn at most once a frame, whatever arrives; a hidden tab has no frames and uses a timer. */
export function drawAtFrameRate(): void {
  notifyManager.setScheduler((draw) => {
    if (document.visibilityState === "hidden") setTimeout(draw, frameMs);
    else requestAnimationFrame(() => draw());
  });
}

/** What the server refused is not asked again; what did not reach it is, three times. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < 3 && failureOf(error).passing,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5000),
      },
      // Nothing a person asked for may happen once they have gone on: without a network it fails at once.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
