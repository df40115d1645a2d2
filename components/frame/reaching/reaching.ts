type Parts = {
  /** Whether the server answers now. */
  answers: () => Promise<boolean>;
  go: (href: string) => void;
  /** Whether somebody waits for a place. */
  tell: (waits: boolean) => void;
  pauseMs: number;
};

/**
 * Goes to a place as soon as the server answers: a page that Next cannot fetch becomes a load of the whole document,
 * and the browser's own error would stand where the app was. Of several wishes the last one counts.
 */
export class Reaching {
  private readonly parts: Parts;
  private wish: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  want(href: string): void {
    this.wish = href;
    this.again();
  }

  /** The line may be back: not only after the pause. */
  readonly again = (): void => {
    if (this.wish === undefined || this.asking) return;
    clearTimeout(this.timer);
    void this.ask();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.wish = undefined;
  }

  private async ask(): Promise<void> {
    this.asking = true;
    const reached = await this.parts.answers().catch(() => false);
    this.asking = false;
    const { wish } = this;
    if (wish === undefined) return;
    this.parts.tell(!reached);
    if (reached) {
      this.wish = undefined;
      this.parts.go(wish);
    } else this.timer = setTimeout(this.again, this.parts.pauseMs);
  }
}
