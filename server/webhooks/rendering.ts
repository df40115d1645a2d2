/** An event as the queue is filled from it. */
export type SourceEvent = {
  companyId: string;
  id: string;
  /** Its place among the company's events. */
  seq: number;
  position: number;
  type: string;
  channelId: string | null;
  conversationId: string | null;
  contactId: string | null;
  messageId: string | null;
  data: Record<string, unknown>;
  createdAt: Date;
  /** The command that told it. */
  operation: string;
};

/** The body of an event, once for all its webhooks: what happened, as it was then. These bytes go out on every attempt. */
export function renderBody({ type, createdAt, data }: SourceEvent): string {
  return JSON.stringify({ event: type, timestamp: createdAt.toISOString(), data });
}
