"use client";

import type { AgentEvents, AgentRequests } from "#server/realtime/schema.ts";
import { EventSocket } from "./event-socket.ts";

export type LiveSocket = EventSocket<AgentEvents, AgentRequests>;

let socket: LiveSocket | undefined;

/** The tab's only socket: a second one would receive everything twice. It waits to be connected. */
export function tabSocket(): LiveSocket {
  socket ??= new EventSocket({ pauses: { first: 500, longest: 5000 }, patience: 8000 });
  return socket;
}
