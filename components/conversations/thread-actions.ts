"use client";

import { useMemo } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { putSentMessage } from "#components/messages/composer/sent.ts";
import type { Sending } from "#components/messages/composer/use-send-message.ts";
import { partsAgain } from "#components/messages/later/again.ts";
import type { ThreadActions } from "#components/messages/thread/thread.tsx";
import { resendId } from "#components/messages/thread/thread-items.ts";
import { dropNote, putNote } from "./data/conversation-cache.ts";

/* The server's reason for a refusal, for the editor that stays open; empty where there was no answer. */
async function inWords<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw new Error(failureOf(error).message, { cause: error });
  }
}

/** Actions on single messages and notes; none for people who only read. */
export function useThreadActions(conversationId: string, talks: boolean, send: Sending["send"]): ThreadActions {
  const client = useTRPCClient();
  const { cache } = useLive();
  return useMemo(() => {
    if (!talks) return {};
    return {
      editMessage: async (messageId, body) =>
        putSentMessage(cache, await inWords(client.messages.edit.mutate({ conversationId, messageId, body }))),
      editNote: async (noteId, message) =>
        putNote(cache, await inWords(client.conversations.editNote.mutate({ conversationId, noteId, message }))),
      deleteNote: async (noteId) => {
        await client.conversations.deleteNote.mutate({ conversationId, noteId });
        dropNote(cache, conversationId, noteId);
      },
      react: async (messageId, emoji) => {
        const message = emoji
          ? client.messages.react.mutate({ conversationId, messageId, emoji })
          : client.messages.unreact.mutate({ conversationId, messageId });
        putSentMessage(cache, await inWords(message));
      },
      resend: (message) => {
        for (const [index, part] of partsAgain(message).entries()) send(part, resendId(message.id, index));
      },
    };
  }, [client, cache, conversationId, talks, send]);
}
