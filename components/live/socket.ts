"use client";

import { io, type Socket } from "socket.io-client";
import type { AgentEvents, AgentRequests } from "#server/realtime/schema.ts";

export type LiveSocket = Socket<AgentEvents, AgentRequests>;

let socket: LiveSocket | undefined;

/** The tab's only socket: a second one would receive everything twice. It waits to be connected. */
export function tabSocket(): LiveSocket {
  socket ??= io({
    path: "/socket.io",
    transports: ["websocket"],
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 8000,
  });
  return socket;
}
