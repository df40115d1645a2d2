import { useEffect, useState } from "react";
import type { ChatClient } from "../client/chat-client.ts";

/** What is being written, there again after a reload as soon as it is known who is here. */
export function useDraft(client: ChatClient, ready: boolean): [string, (text: string) => void] {
  const [text, setText] = useState("");
  useEffect(() => {
    if (ready) setText((typed) => typed || client.thread.recallDraft());
  }, [client, ready]);
  const write = (text: string) => {
    setText(text);
    client.thread.draft(text);
  };
  return [text, write];
}
