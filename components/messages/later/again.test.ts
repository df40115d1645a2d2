import { expect, it } from "vitest";
import { partsAgain } from "./again.ts";

const words = { type: "text/plain" as const, text: "Look", attachments: [], responseOptions: [] };
const at = (url: string, title = "") => ({ title, text: "", image_url: url });

it("sends what failed again as it was: its files, its words, what it answers and the replies it offers [W2]", () => {
  expect(partsAgain({ ...words, responseOptions: ["Yes", "No"] })).toEqual([
    { type: "text/plain", body: "Look", response_options: ["Yes", "No"] },
  ]);
  const quoted = { quoted: { messageId: "m1", externalId: "wamid.1" } };
  expect(partsAgain({ ...words, type: "image", attachments: [at("/a.png")], extra: quoted })).toEqual([
    { type: "image", message: { url: "/a.png", fileName: "", caption: "Look" }, replyToId: "m1" },
  ]);
  const files = [{ name: "note.ogg", contentType: "audio/ogg", size: 9, url: "/note.ogg", voice: true }];
  expect(partsAgain({ ...words, text: "", type: "audio", attachments: [at("/note.ogg")], extra: { files } })).toEqual([
    { type: "audio", message: { url: "/note.ogg", fileName: "note.ogg", voice: true } },
  ]);
});

it("sends all files of what failed again, not the first alone", () => {
  const files = [
    { name: "film.mp4", contentType: "video/mp4", size: 9, url: "/film.mp4" },
    { name: "plan.pdf", contentType: "application/pdf", size: 9, url: "/plan.pdf" },
  ];
  const attachments = [at("/a.png"), at("/film.mp4", "film.mp4"), at("/plan.pdf", "plan.pdf")];
  const parts = partsAgain({ ...words, type: "image", attachments, extra: { files } });
  expect(parts.map(({ type, message, body }) => [type, message?.url ?? body])).toEqual([
    ["image", "/a.png"],
    ["video", "/film.mp4"],
    ["file", "/plan.pdf"],
    ["text/plain", "Look"],
  ]);
});

it("sends what did not arrive of a message in parts, and nothing twice", () => {
  const attachments = [at("/a.png"), at("/b.png")];
  const sent = { ...words, type: "image" as const, attachments, text: "Look 🚲 here. And there." };
  const after = (files: number, characters: number, responseOptions: string[] = []) =>
    partsAgain({ ...sent, responseOptions, extra: { arrived: { files, characters } } });
  expect(after(1, 0).map(({ type, message, body }) => [type, message?.url, message?.caption ?? body])).toEqual([
    ["image", "/b.png", sent.text],
  ]);
  expect(after(2, 0)).toEqual([{ type: "text/plain", body: sent.text }]);
  expect(after(2, 12, ["Yes"])).toEqual([{ type: "text/plain", body: "And there.", response_options: ["Yes"] }]);
  expect(after(2, 24, ["Yes"])).toEqual([{ type: "text/plain", body: "👇", response_options: ["Yes"] }]);
});

it("sends what was lost after the platform had taken it, and nothing that arrived", () => {
  const attachments = [at("/a.png"), at("/b.png")];
  const sent = {
    ...words,
    type: "image" as const,
    attachments,
    text: "Look here. And there. At last.",
    responseOptions: ["Yes"],
  };
  const span = (files: [number, number], characters: [number, number], options = false) => ({
    files,
    characters,
    options,
  });
  const after = (extra: object) =>
    partsAgain({ ...sent, extra }).map(({ message, body, response_options }) => [message?.url, body, response_options]);
  expect(after({ lost: [span([0, 1], [0, 0])] })).toEqual([["/a.png", undefined, undefined]]);
  expect(after({ lost: [span([2, 2], [10, 21])] })).toEqual([[undefined, "And there.", undefined]]);
  const ends = [span([2, 2], [0, 10]), span([2, 2], [21, 30], true)];
  expect(after({ lost: ends })).toEqual([[undefined, "Look here.\n At last.", ["Yes"]]]);
  const rest = { arrived: { files: 2, characters: 10 }, lost: [span([1, 2], [0, 0])] };
  expect(after(rest)).toEqual([["/b.png", undefined, ["Yes"]]]);
});
