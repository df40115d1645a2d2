/** Whether messages can be searched for it: the server needs one word of three characters. */
export function isLongEnough(text: string): boolean {
  return text.split(/\s+/).some((word) => [...word.replaceAll('"', "")].length >= 3);
}
