export const bars = 40;
/** Longer sounds would take the browser's memory for a drawing. */
const mostBytes = 8 * 1024 * 1024;

/** The loudest of each of so many parts, the loudest of all being 1. */
export function peaksIn(samples: Float32Array, parts = bars): number[] {
  const step = Math.max(1, Math.floor(samples.length / parts));
  const peaks = Array.from({ length: parts }, (_, part) => {
    let most = 0;
    for (let at = part * step; at < Math.min(samples.length, (part + 1) * step); at += 8) {
      most = Math.max(most, Math.abs(samples[at] ?? 0));
    }
    return most;
  });
  const loudest = Math.max(...peaks);
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks;
}

/** The shape of a sound; undefined where it cannot be had. */
export async function peaksOf(src: string, size: number): Promise<number[] | undefined> {
  if (size > mostBytes) return undefined;
  try {
    const bytes = await (await fetch(src)).arrayBuffer();
    const context = new OfflineAudioContext(1, 1, 8000);
    return peaksIn((await context.decodeAudioData(bytes)).getChannelData(0));
  } catch {
    // A sound without a drawing is still a sound.
    return undefined;
  }
}
