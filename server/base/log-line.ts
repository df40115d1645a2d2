import { z } from "zod";

const shape = z.looseObject({ time: z.string(), level: z.string(), msg: z.string().optional() });

/** A JSON log entry as a line for people: time, level, sentence, then the rest; an error's stack on lines of its own. */
export function lineFor(entry: string): string {
  const parsed = shape.safeParse(JSON.parse(entry));
  if (!parsed.success) return entry;
  const { time, level, msg = "", error, ...rest } = parsed.data;
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const stack = z.object({ stack: z.string() }).safeParse(error);
  const trouble = stack.success
    ? `\n${stack.data.stack}`
    : error === undefined
      ? ""
      : ` error=${JSON.stringify(error)}`;
  return `${[time.slice(11, 19), level.toUpperCase().padEnd(5), msg, ...facts].join(" ")}${trouble}\n`;
}
