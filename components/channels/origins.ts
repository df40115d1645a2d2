import { channelSettingsSchema } from "#server/channels/schema.ts";

/** The first line, from 1, that is no website; undefined when all are. */
export function originsFault(text: string): number | undefined {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => {
    const origin = line.trim();
    return origin !== "" && !channelSettingsSchema.shape.allowedOrigins.safeParse([origin]).success;
  });
  return index === -1 ? undefined : index + 1;
}
