import type { LiveSocket } from "./socket.ts";

/**
 * Who of the company is online, as the socket last reported. Started with the connection, so that no page misses it.
 */
export class OnlinePeople {
  private ids: ReadonlySet<string> = new Set();
  private readonly listeners = new Set<() => void>();
  readonly stop: () => void;

  constructor(socket: LiveSocket) {
    const forget = () => this.set(new Set());
    const hear = ({ users }: { users: { id: string; online: boolean }[] }) => {
      const next = new Set(this.ids);
      for (const user of users) {
        if (user.online) next.add(user.id);
        else next.delete(user.id);
      }
      this.set(next);
    };
    socket.on("hello", forget).on("presence", hear);
    this.stop = () => void socket.off("hello", forget).off("presence", hear);
  }

  snapshot = (): ReadonlySet<string> => this.ids;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private set(ids: ReadonlySet<string>): void {
    this.ids = ids;
    for (const listener of this.listeners) listener();
  }
}
