import { isId } from "#server/base/ids.ts";
import { systemPool } from "#server/db/system.ts";

type Answer = "none" | "any" | readonly string[];

const keptMs = 5000;
const keptMost = 10_000;
const kept = new Map<string, { until: number; answer: Answer }>();

/** Which sites may show the chat of a channel in a frame (decisions.md M3: no listed origin means any). */
export async function widgetFrameAncestors(channelId: string): Promise<Answer> {
  const known = kept.get(channelId);
  if (known && known.until > Date.now()) return known.answer;
  const answer = isId(channelId) ? await find(channelId) : "none";
  if (kept.size >= keptMost) kept.clear();
  kept.set(channelId, { until: Date.now() + keptMs, answer });
  return answer;
}

async function find(channelId: string): Promise<Answer> {
  const { rows } = await systemPool().query<{ allowedOrigins: string[] }>({
    name: "channel_frame_ancestors",
    text: `select "allowedOrigins" from channels where "id" = $1 and "type" = 'WEBSITE' and "deletedAt" is null`,
    values: [channelId],
  });
  const origins = rows[0]?.allowedOrigins;
  if (!origins) return "none";
  return origins.length === 0 ? "any" : origins;
}
