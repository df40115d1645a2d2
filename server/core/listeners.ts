import type { CommandContext } from "./operation.ts";

export type ListenerContext = Pick<CommandContext<unknown>, "actor" | "now" | "emit">;
export type Listener<T, Context = ListenerContext> = (context: Context, told: T) => Promise<void>;

/**
 * What a noun tells others inside the transaction of its command, without knowing them. Who listens stands in
 * server/listeners.ts, in the order of calls; a process that has not connected them must not run the command.
 */
export class Listeners<T, Context = ListenerContext> {
  private connected: readonly Listener<T, Context>[] | undefined;
  private readonly about: string;

  constructor(about: string) {
    this.about = about;
  }

  connect(listeners: readonly Listener<T, Context>[]): void {
    this.connected = listeners;
  }

  async tell(context: Context, told: T): Promise<void> {
    if (!this.connected) throw new Error(`nobody was connected to ${this.about}: see server/listeners.ts`);
    for (const listener of this.connected) await listener(context, told);
  }
}
