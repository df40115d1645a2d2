import type { Consumer } from "./consumer.ts";

/** Everybody who is told of events by a job. Sockets are not here: they follow the relay directly. */
export const consumers: readonly Consumer[] = [];
