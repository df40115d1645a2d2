import { expect, it } from "vitest";
import { CallError, VisitorApi } from "./visitor-api.ts";

const message = { clientMessageId: "m1", type: "text/plain" as const, text: "Hello" };

it.each(["breaks off", "is a page of something on the way"])(
  "an answer that %s is asked for again, as one that did not come",
  async (kind) => {
    const body =
      kind === "breaks off"
        ? new ReadableStream({
            start(into) {
              into.enqueue(new TextEncoder().encode('{"message": {'));
              into.error(new DOMException("too late", "TimeoutError"));
            },
          })
        : "<html>Sign in to the network</html>";
    const api = new VisitorApi("c1", () => Promise.resolve(new Response(body)));
    const error: unknown = await api.send("k1", message as never).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ status: 0, passing: true });
  },
);
