import { io, type Socket } from "socket.io-client";

type Work = { base: string; cookie: string; count: number; conversations: string[] };
type Frame = { events: { type: string; message?: { text: string }; conversation?: { lastMessage: string } }[] };

const threads: number[] = [];
const lists: number[] = [];

function note(into: number[], text: string | undefined): void {
  const sent = /^sent at ([\d.]+)$/.exec(text ?? "")?.[1];
  if (sent) into.push(Date.now() - Number(sent));
}

function connect({ base, cookie, conversations }: Work, index: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = io(base, {
      transports: ["websocket"],
      extraHeaders: { cookie, origin: base },
      forceNew: true,
      reconnection: false,
    });
    socket.once("connect_error", reject);
    socket.on("events", ({ events }: Frame) => {
      for (const event of events) {
        if (event.message) note(threads, event.message.text);
        if (event.type === "conversation/row") note(lists, event.conversation?.lastMessage);
      }
    });
    socket.once("hello", () => {
      const conversationId = conversations[index % conversations.length];
      if (!conversationId) return resolve(socket);
      socket.emit("watch", { conversationId }, () => resolve(socket));
    });
  });
}

process.on("message", async (work: Work | "report") => {
  if (work === "report") return process.send?.({ threads: threads.splice(0), lists: lists.splice(0) });
  for (let begin = 0; begin < work.count; begin += 50) {
    const some = Math.min(50, work.count - begin);
    await Promise.all(Array.from({ length: some }, (_, index) => connect(work, begin + index)));
  }
  process.send?.("ready");
});
