let segmenter: Intl.Segmenter | undefined;
const emoji = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)/u;

/** Whether the text is one to three emoji and nothing else: such a message is drawn large, without a bubble. */
export function isEmojiOnly(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 48 || !emoji.test(trimmed)) return false;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const signs = [...segmenter.segment(trimmed)].map((part) => part.segment).filter((sign) => sign.trim() !== "");
  return signs.length <= 3 && signs.every((sign) => emoji.test(sign));
}
