/** Tags as people write them in one line, each once whatever its case. */
export function tagsOf(text: string): string[] {
  const given = text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return [...new Map(given.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()].toReversed();
}
