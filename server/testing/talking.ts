import type { Conversation } from "#server/conversations/schema.ts";
import type { Message } from "#server/messages/schema.ts";
import type { Answer, Client } from "./http.ts";

/** A new web conversation through the API. */
export async function converse(
  api: Client,
  company: { companyId: string; given: Readonly<Record<string, string>> },
  extra: Record<string, unknown> = {},
): Promise<Conversation> {
  const body = { companyId: company.companyId, channelId: company.given.channelId, channel: "WEB", from: "visitor-1" };
  const made = await api.post<Conversation>("/v1/conversations", { ...body, ...extra });
  if (made.status !== 200) throw new Error(`no conversation: ${made.text}`);
  return made.body;
}

type Said = { from?: string; type?: string; body?: string; message?: unknown; clientMessageId?: string };

/** Sends a message through the API; the text names its speaker unless told. */
export function say(
  api: Client,
  conversationId: string,
  fromType: "user" | "robot" | "visitor",
  said: Said = {},
): Promise<Answer<Message>> {
  const body = { from: `${fromType}-1`, fromType, body: `Hello from ${fromType}`, ...said };
  return api.post<Message>(`/v1/conversations/${conversationId}/messages`, body);
}

export async function reread(api: Client, conversationId: string): Promise<Conversation> {
  return (await api.get<Conversation>(`/v1/conversations/${conversationId}`)).body;
}

export type MessagePage = { data: Message[]; pagination: { total: number; nextCursor: string | null } };

/** Every message of a conversation, commands included, by seq. */
export async function transcript(api: Client, conversationId: string): Promise<Message[]> {
  const path = `/v1/conversations/${conversationId}/messages?includeCommands=true&limit=100`;
  return (await api.get<MessagePage>(path)).body.data;
}

/** What a thread shows, in short: "visitor: text" and "/command". */
export function lines(messages: readonly Message[]): string[] {
  return messages.map((message) =>
    message.command ? `/${message.command.name}` : `${message.fromType}: ${message.text}`,
  );
}
