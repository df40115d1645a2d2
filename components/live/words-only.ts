/** What is said in a conversation: alone it changes neither who may see it nor what is known of the visitor. */
export const wordsOnly: ReadonlySet<string> = new Set([
  ...["conversation/message", "message/command", "message/changed", "message/status"],
]);
