import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

it("does nothing later that was asked for without a network: it fails at once, and is over", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  client.mount();
  let calls = 0;
  const mutationFn = async () => {
    calls += 1;
    throw new TypeError("Failed to fetch");
  };
  const create = new MutationObserver(client, { mutationFn });
  const outcome = await Promise.race([
    create.mutate().then(
      () => "done",
      () => "refused",
    ),
    new Promise((resolve) => setTimeout(() => resolve("waits"), 200)),
  ]);
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  client.unmount();
  expect({ outcome, calls }).toEqual({ outcome: "refused", calls: 1 });
});
