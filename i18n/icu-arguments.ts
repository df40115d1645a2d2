const branching = new Set(["plural", "select", "selectordinal"]);
const escapable = new Set(["{", "}", "<", ">", "#", "|"]);

/**
 * The arguments and tags an ICU message expects, sorted and unique: `count:plural`, `name`, `<link>`.
 * Throws on unbalanced braces and on a plural or select without an `other` branch.
 */
export function messageArguments(message: string): string[] {
  const reader = new MessageReader(message);
  reader.text(false);
  return [...reader.found].sort();
}

class MessageReader {
  readonly found = new Set<string>();
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  text(inBranch: boolean): void {
    while (this.at < this.source.length) {
      const sign = this.source.charAt(this.at);
      if (sign === "'") this.quoted();
      else if (sign === "{") this.argument();
      else if (sign === "}") {
        if (!inBranch) throw this.fault("a brace closes nothing");
        return;
      } else {
        if (sign === "<") this.tag();
        this.at += 1;
      }
    }
    if (inBranch) throw this.fault("a branch is not closed");
  }

  private quoted(): void {
    this.at += 1;
    const next = this.source.charAt(this.at);
    if (next === "'") this.at += 1;
    if (!escapable.has(next)) return;
    const end = this.source.indexOf("'", this.at);
    this.at = end === -1 ? this.source.length : end + 1;
  }

  private tag(): void {
    const name = /^<([A-Za-z][\w-]*)>/.exec(this.source.slice(this.at))?.[1];
    if (name) this.found.add(`<${name}>`);
  }

  private argument(): void {
    this.at += 1;
    const name = this.until(",}");
    if (name === "") throw this.fault("an argument has no name");
    if (this.source.charAt(this.at) === "}") this.found.add(name);
    else {
      this.at += 1;
      const type = this.until(",}");
      this.found.add(`${name}:${type}`);
      if (branching.has(type)) this.branches();
      else if (this.source.charAt(this.at) === ",") this.until("}");
    }
    this.expect("}");
  }

  private branches(): void {
    this.expect(",");
    const seen = new Set<string>();
    for (;;) {
      const selector = this.until("{}");
      if (this.source.charAt(this.at) === "}") break;
      seen.add(selector.split(/\s+/).at(-1) ?? "");
      this.at += 1;
      this.text(true);
      this.expect("}");
    }
    if (!seen.has("other")) throw this.fault("no branch for other");
  }

  private until(stops: string): string {
    const start = this.at;
    while (this.at < this.source.length && !stops.includes(this.source.charAt(this.at))) this.at += 1;
    if (this.at >= this.source.length) throw this.fault(`none of ${stops} follows`);
    return this.source.slice(start, this.at).trim();
  }

  private expect(sign: string): void {
    if (this.source.charAt(this.at) !== sign) throw this.fault(`${sign} is missing`);
    this.at += 1;
  }

  private fault(what: string): Error {
    return new Error(`${what} at ${this.at} in: ${this.source}`);
  }
}
