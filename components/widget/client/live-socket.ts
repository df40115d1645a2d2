import { EventSocket } from "#components/live/event-socket.ts";
import type { VisitorEvents, VisitorRequests, VisitorState } from "#server/realtime/schema.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";

/** What the server tells a visitor as it happens. */
export type LiveListener = {
  connected: (isConnected: boolean) => void;
  team: (online: boolean) => void;
  message: (message: VisitorMessage) => void;
  conversation: (state: VisitorState) => void;
  status: (state: { conversationId: string; seq: number; status: "delivered" | "read" }) => void;
  typing: (state: { conversationId: string; from: "agent" | "robot"; name: string; typing: boolean }) => void;
  /** An event could not be delivered. */
  reset: () => void;
  /** The token is not taken any more. */
  refused: () => void;
};

export type LiveSocket = {
  typing: (conversationId: string, typing: boolean) => void;
  close: () => void;
  wake: () => void;
};
export type OpenSocket = (token: string, listener: LiveListener) => LiveSocket;

/** The server's code comes in the error's data. */
function codeOf(error: Error): unknown {
  const data: unknown = Reflect.get(error, "data");
  return typeof data === "object" && data !== null ? Reflect.get(data, "error") : undefined;
}

type Place = { origin?: string; headers?: Record<string, string> };

/** A timer of a computer that slept goes on late: whether the line has died meanwhile is asked of the clock. */
const lookMs = 5000;

/** One socket per chat; it comes back by itself and says `connected` each time. Without an origin: the page's own. */
export const openSocket = (token: string, listener: LiveListener, place: Place = {}): LiveSocket => {
  const socket = new EventSocket<VisitorEvents, VisitorRequests>({
    ...place,
    namespace: "/visitor",
    pauses: { first: 500, longest: 8000 },
    patience: 20_000,
  });
  socket.auth = { token };
  let returning: ReturnType<typeof setTimeout> | undefined;
  const comeBack = (ms: number) => {
    clearTimeout(returning);
    returning = setTimeout(() => socket.connect(), ms);
  };
  socket.on("hello", ({ team }: { team: boolean }) => {
    listener.team(team);
    listener.connected(true);
  });
  socket.on("disconnect", (reason) => {
    listener.connected(false);
    // The server closed it on purpose, say to restart; the library only returns by itself from accidents.
    if (reason === "io server disconnect") comeBack(500 + Math.random() * 1000);
  });
  socket.on("connect_error", (error) => {
    listener.connected(false);
    if (codeOf(error) === "unauthorized") listener.refused();
    else if (!socket.active) comeBack(2000 + Math.random() * 2000);
  });
  socket.on("team", ({ online }: { online: boolean }) => listener.team(online));
  socket.on("reset", listener.reset);
  socket.on("message", ({ message }: { message: VisitorMessage }) => listener.message(message));
  socket.on("conversation", listener.conversation);
  socket.on("status", listener.status);
  socket.on("typing", listener.typing);
  socket.connect();
  const looking = setInterval(() => socket.alive(), lookMs);
  return {
    typing: (conversationId, typing) => socket.emit("typing", { conversationId, typing }),
    close: () => {
      clearTimeout(returning);
      clearInterval(looking);
      socket.disconnect();
    },
    wake: () => {
      if (!socket.alive()) socket.connect();
    },
  };
};
