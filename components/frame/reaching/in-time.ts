/** As long as proxies wait for a server. On a line that has died half-way a browser waits for many minutes. */
const patienceMs = 60_000;

/** Ends a request outside of tRPC that is not answered in time, its body included. */
export const inTime = (ms = patienceMs): AbortSignal => AbortSignal.timeout(ms);
