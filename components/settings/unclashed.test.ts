import fs from "node:fs";
import { type MutationFunction, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CallError } from "#components/live/trpc/call-error.ts";
import { clientOf } from "#components/live/trpc/client.ts";
import { optionsOf } from "#components/live/trpc/options.ts";
import { TRPCProvider } from "#components/live/trpc/provider.ts";
import { useUnclashed } from "./unclashed.ts";

const opened = { id: "1", name: "Sales", color: "#111111", members: ["a"], updatedAt: "2026-01-01T00:00:00.000Z" };

/** A form that was opened with `opened`, whose record reads `stored` by now: how it saves, and what the server got. */
function form(stored: { current: typeof opened | undefined }) {
  const got: unknown[] = [];
  const caller = async () => ({ data: stored.current ? [stored.current] : [] });
  let save: MutationFunction<unknown, object> | undefined;
  function Form() {
    const mutationFn = async (input: object) => void got.push(input);
    save = useUnclashed(opened, (api) => api.teams.list.query({}), { mutationFn }).mutationFn;
    return null;
  }
  const value = { api: clientOf(caller), options: optionsOf(caller) };
  const client = new QueryClient();
  const inside = createElement(TRPCProvider, { value, children: createElement(Form) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, inside));
  const send = (input: object) => Promise.resolve(save?.(input, { client, meta: undefined }));
  const refusal = (input: object) =>
    send(input).then(
      () => undefined,
      (error: CallError) => error.data,
    );
  return { got, send, refusal };
}

const later = "2026-01-02T00:00:00.000Z";

it("saves beside what others have changed elsewhere in the record, on the version that they left", async () => {
  const { got, send } = form({ current: { ...opened, color: "#222222", updatedAt: later } });
  await send({ teamId: "1", name: "Care" });
  expect(got).toEqual([{ teamId: "1", name: "Care", ifMatch: later }]);
});

it("refuses once to save over what others have changed of the same, says what stands there, and takes it the second time", async () => {
  const stored = { current: { ...opened, name: "Service", members: ["b"], updatedAt: later } };
  const { got, send, refusal } = form(stored);
  const sent = { teamId: "1", name: "Care", members: ["a", "c"] };
  expect(await refusal(sent)).toMatchObject({
    error: "precondition_failed",
    details: [
      { field: "name", code: "changed", message: "Service" },
      { field: "members", code: "changed", message: "" },
    ],
  });
  expect(got).toEqual([]);
  await send(sent);
  expect(got).toEqual([{ ...sent, ifMatch: later }]);
});

it("refuses again what has changed once more, and what was not told yet", async () => {
  const stored = { current: { ...opened, name: "Service", color: "#222222", updatedAt: later } };
  const { refusal } = form(stored);
  const fields = async (input: object) => ((await refusal(input)) as { details: unknown[] } | undefined)?.details;
  expect(await fields({ name: "Care" })).toMatchObject([{ field: "name", message: "Service" }]);
  stored.current.name = "Help";
  expect(await fields({ name: "Care", color: "#333333" })).toMatchObject([{ field: "name" }, { field: "color" }]);
});

it("leaves what is wished by both, and what is gone, to the server", async () => {
  const stored: { current: typeof opened | undefined } = { current: { ...opened, name: "Care" } };
  const { got, send } = form(stored);
  await send({ teamId: "1", name: "Care" });
  stored.current = undefined;
  await send({ teamId: "1", name: "Help" });
  expect(got).toHaveLength(2);
});

it("is how each form saves that sends its changes", () => {
  const sends = /(?<!\.)\bupdate\.mutate(?:Async)?\(\{[^}]*\.\.\.changes/;
  const files = fs.globSync("components/**/*-{form,sheet}.tsx").map((file) => [file, fs.readFileSync(file, "utf8")]);
  const saving = files.filter(([, text = ""]) => sends.test(text));
  expect(saving.length).toBeGreaterThan(10);
  expect(saving.filter(([, text = ""]) => !text.includes("useUnclashed(")).map(([file]) => file)).toEqual([]);
});
