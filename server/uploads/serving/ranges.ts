/** What a `Range` header asks of a file (RFC 9110, section 14): a part, nothing that is there, or the whole. */
type Asked = { kind: "part"; start: number; end: number } | { kind: "outside" } | { kind: "whole" };

const whole: Asked = { kind: "whole" };

/** Several parts at once, other units and whatever cannot be read are answered with the whole file, as is allowed. */
export function askedOf(range: string | undefined, size: number): Asked {
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? "") ?? [];
  if (first === "" && last === "") return whole;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: "outside" } : { kind: "part", start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return whole;
  return start >= size ? { kind: "outside" } : { kind: "part", start, end };
}
