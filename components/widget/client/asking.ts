const pauseMs = 5000;

/** Where no socket gets through, news are asked for every few seconds, for as long as the chat is looked at. */
export class Asking {
  private readonly ask: () => void;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(ask: () => void) {
    this.ask = ask;
  }

  start(): void {
    this.timer ??= setInterval(this.ask, pauseMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
