/** What a thread lets a picture take: never more, and enough to be pressed. */
export type FrameLimits = { maxWidth: number; maxHeight: number; minWidth: number; minHeight: number };

export type Frame = { width: number; height: number };

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/**
 * The room of a picture before it has loaded: its own proportions where its size is known, made no larger than it is,
 * and `unknown` where it is not.
 */
export function pictureFrame(
  size: { width?: number | null | undefined; height?: number | null | undefined },
  limits: FrameLimits,
  unknown: Frame,
): Frame {
  const { width, height } = size;
  if (!width || !height || width < 0 || height < 0) return unknown;
  const scale = Math.min(1, limits.maxWidth / width, limits.maxHeight / height);
  return {
    width: Math.round(within(width * scale, limits.minWidth, limits.maxWidth)),
    height: Math.round(within(height * scale, limits.minHeight, limits.maxHeight)),
  };
}

/** A frame that keeps its proportions where there is less room than it wants. */
export function frameStyle({ width, height }: Frame): { width: number; aspectRatio: string } {
  return { width, aspectRatio: `${width} / ${height}` };
}
