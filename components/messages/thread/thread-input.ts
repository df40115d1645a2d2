const pageSize = 50;

/** How a thread is asked for; prefetching on hover uses the same words and hits the same cache. */
export function threadInput(conversationId: string) {
  return { conversationId, includeCommands: true, order: "desc" as const, limit: pageSize };
}
