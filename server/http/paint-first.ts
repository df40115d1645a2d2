import type { ServerResponse } from "node:http";

/** How long a page waits for its first paint before it comes alive without: there may be nothing to paint. */
const paintWithinMs = 500;

/** Where these windows are, the line is seldom so thin that scripts on their way delay what the first paint needs. */
const wide = "(min-width: 48rem)";

/**
 * Stands where the first script of the body stood, so all that the page shows first is parsed when it runs. A tab that
 * nobody looks at paints nothing: there the held scripts begin at once. A busy machine paints the background before the
 * content.
 */
const starter = `(d=>{let over;const{nonce}=d.currentScript,go=()=>{if(over)return;over=1;for(const link of d.querySelectorAll("link[data-held]")){const script=d.createElement("script");script.src=link.getAttribute("href");script.async=true;script.nonce=nonce;link.after(script)}};if(d.hidden)return go();setTimeout(go,${paintWithinMs});d.addEventListener("visibilitychange",go,{once:true});requestAnimationFrame(()=>requestAnimationFrame(()=>new PerformanceObserver(seen=>{if(seen.getEntriesByName("first-contentful-paint").length)go()}).observe({type:"paint",buffered:true})))})(document)`;

const opening = '<script src="/_next/static/';
const closing = "</script>";
const marks = /<body\b|<script src="(\/_next\/static\/[^"]+)"([^>]*)><\/script>/g;

/**
 * A slow phone would run a page's scripts before it paints what the document already shows. So they are fetched
 * meanwhile and begin after the first paint. The document comes in parts, and so may a tag.
 */
export class HeldScripts {
  readonly #own: string;
  #waiting = "";
  #inBody = false;
  #held = false;
  #started = false;

  constructor(nonce: string) {
    this.#own = ` nonce="${nonce}"`;
  }

  /** What of the document may go on. */
  pass(part: string): string {
    if (this.#started) return part;
    const text = this.#waiting + part;
    const whole = endOfWhole(text);
    const done = text.slice(0, whole).replace(marks, (...found: string[]) => this.#hold(...found));
    this.#waiting = this.#started ? "" : text.slice(whole);
    return this.#started ? done + text.slice(whole) : done;
  }

  end(): string {
    const rest = this.#waiting;
    this.#waiting = "";
    return this.#held && !this.#started ? rest + this.#start() : rest;
  }

  #hold(mark = "", address = "", attributes = ""): string {
    if (this.#started) return mark;
    if (!address) this.#inBody = true;
    if (!address || !attributes.includes(this.#own) || !attributes.includes(' async=""')) return mark;
    this.#held = true;
    const link = `<link rel="preload" as="script" fetchpriority="low" media="${wide}" data-held href="${address}"${this.#own}>`;
    return this.#inBody ? link + this.#start() : link;
  }

  #start(): string {
    this.#started = true;
    return `<script${this.#own}>${starter}</script>`;
  }
}

/** Where the last mark begins that is not all there yet; else the end. */
function endOfWhole(text: string): number {
  const script = text.lastIndexOf(opening);
  if (script >= 0 && !text.includes(closing, script)) return script;
  const last = text.lastIndexOf("<");
  const tail = text.slice(last);
  return last >= 0 && (opening.startsWith(tail) || "<body".startsWith(tail)) ? last : text.length;
}

/** Call it when whatever compresses the answer has taken hold of it: what is written to it is text then. */
export function paintFirst(response: ServerResponse, nonce: string): void {
  const write = response.write.bind(response) as (chunk: Uint8Array, ...more: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let scripts: HeldScripts | null | undefined;

  Object.assign(response, {
    write(chunk: string | Uint8Array, ...more: unknown[]): boolean {
      const bytes = Buffer.from(chunk as string);
      scripts ??= isDocument(response) ? new HeldScripts(nonce) : null;
      // A letter of several bytes may come in parts too: as Latin-1 each byte stays what it is.
      return write(scripts ? Buffer.from(scripts.pass(bytes.toString("latin1")), "latin1") : bytes, ...more);
    },
    end(...given: unknown[]): ServerResponse {
      const rest = scripts?.end();
      if (rest) write(Buffer.from(rest, "latin1"));
      return end(...given);
    },
  });
}

/** Comes as it is made: whose length is known is written at once, and starts nothing. */
function isDocument(response: ServerResponse): boolean {
  const type = String(response.getHeader("content-type"));
  return type.startsWith("text/html") && !response.hasHeader("content-length");
}
