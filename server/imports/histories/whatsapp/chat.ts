import { invalidField } from "#server/base/errors.ts";
import { maxLines } from "../choices.ts";
import { sourceMark } from "../marking.ts";
import type { HistorySettings, PastLine, Staged } from "../schema.ts";
import { type Begun, begunLines, clockOf, orderOf } from "./lines.ts";

type Chat = { items: Staged[]; authors: string[]; customer: string; unread: number };

/** A file that the export left out, or that lay beside it. Words of the apps in English, Spanish, Portuguese and more. */
const omitted =
  /^(?:<[^<>\n]{0,60}(?:omitted|omitid[oa]s?|ocult[oa]s?|ocultad[oa]s?|weggelassen|omis|omess[oi]|omessa)[^<>\n]{0,20}>|[^\n]{0,40}\s(?:omitted|omitid[oa]|ocultad[oa]|ocult[oa]|weggelassen|omise?|omess[oa]))$/iu;
const attached =
  /^(?:<(?:attached|adjunto|anexado|anexo|pièce jointe|angehängt)\s?:\s?(?<inside>[^>\n]{1,255})>|(?<before>[^\n]{1,255}?\.[a-z0-9]{2,5}) \((?:file attached|archivo adjunto|arquivo anexado|fichier joint|datei angehängt)\))/iu;
const deleted =
  /^(?:this message was deleted|you deleted this message|se eliminó este mensaje|eliminaste este mensaje|esta mensagem foi apagada|mensagem apagada|você apagou esta mensagem|diese nachricht wurde gelöscht|ce message a été supprimé)\.?$/iu;
/** What the app says of the chat stands in it as if somebody had written it, on iPhones. */
const ofTheApp =
  /(?:end-to-end encrypted|cifrad[oa]s de extremo a extremo|criptografia de ponta a ponta|protegidas com a criptografia|ende-zu-ende-verschlüsselt|security code .{0,200} changed|código de segur(?:idad|ança))/iu;
const edited = /<(?:this message was edited|se editó este mensaje|mensagem editada|editado)\.?>$/iu;

type Said = { at: Date; author: string; text: string };

function saidBy(line: Begun, at: Date | undefined): Said | undefined {
  const cut = line.rest.indexOf(": ");
  const [author, text] =
    cut > 0 && cut <= 120
      ? [line.rest.slice(0, cut).trim(), line.rest.slice(cut + 2)]
      : line.rest.endsWith(":") && !line.rest.includes("\n")
        ? [line.rest.slice(0, -1).trim(), ""]
        : ["", ""];
  if (!at || author === "" || author.includes("\n") || ofTheApp.test(text)) return undefined;
  return { at, author, text: text.trim() };
}

/** Digits of an author who is shown by their number. */
const numberOf = (author: string) => (/^\+?[\d\s().-]{7,24}$/.test(author) ? author : "");

/** "WhatsApp Chat with Ana.txt", "Chat de WhatsApp con Ana.txt": an author that the file is named after. */
function namedBy(fileName: string, authors: readonly string[]): string | undefined {
  const name = fileName.toLowerCase().replace(/\.[a-z]{3,4}$/, "");
  return authors.filter((author) => name.endsWith(author.toLowerCase())).toSorted((a, b) => b.length - a.length)[0];
}

function lineOf({ at, author, text }: Said, id: number, customer: string): PastLine {
  const file = attached.exec(text);
  const gone = file ? undefined : omitted.exec(text);
  const name = (file?.groups?.inside ?? file?.groups?.before ?? gone?.[0] ?? "").replace(/^<|>$/g, "").trim();
  const isDeleted = deleted.test(text);
  const rest = file ? text.slice(file[0].length) : gone || isDeleted ? "" : text;
  return {
    id,
    at: at.toISOString(),
    place: null,
    note: false,
    status: "read",
    deleted: isDeleted,
    by: author === customer ? "visitor" : "team",
    author: { id: "", name: author.slice(0, 255), email: "" },
    text: rest.trim().replace(edited, "").trim().replaceAll("\0", "").toWellFormed().slice(0, 16_384),
    files: file || gone ? [{ url: "", name: name.slice(0, 255) }] : [],
  };
}

/** Lines of one time are told apart by their order, so that a longer export of the same chat goes on behind them. */
function numbered(said: readonly Said[], customer: string): PastLine[] {
  const counts = new Map<number, number>();
  return said
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((one) => {
      const at = one.at.getTime();
      const count = counts.get(at) ?? 0;
      counts.set(at, count + 1);
      return lineOf(one, at * 1000 + count, customer);
    });
}

type Given = Pick<HistorySettings, "customer" | "phone" | "dateOrder" | "timeZone" | "fileName">;

function customerOf(given: Given, authors: readonly string[]): string {
  const customer = given.customer || namedBy(given.fileName, authors) || authors[0];
  if (!customer) throw invalidField("file", "Nobody has written in this chat.", "empty");
  if (!authors.includes(customer))
    throw invalidField(
      "customer",
      `Nobody is called that in the file: ${authors.slice(0, 20).join(", ")}.`,
      "unknown_reference",
    );
  return customer;
}

/** A chat as WhatsApp exports it (Android, iPhone): the customer, and one conversation with them. */
export function readChat(text: string, given: Given): Chat {
  const { begun, stray } = begunLines(text);
  if (begun.length === 0)
    throw invalidField(
      "file",
      "No line begins with a date as WhatsApp writes it: is it an exported chat?",
      "invalid_chat",
    );
  if (begun.length > maxLines) throw invalidField("file", `A chat has at most ${maxLines} messages.`, "too_many");
  const clock = clockOf(given.dateOrder === "auto" ? orderOf(begun) : given.dateOrder, given.timeZone);
  const said = begun.flatMap((line) => saidBy(line, clock(line)) ?? []);
  const authors = [...new Set(said.map(({ author }) => author))];
  const customer = customerOf(given, authors);
  const number = numberOf(customer);
  const first = said[0]?.at.toISOString() ?? null;
  const sourceId = sourceMark(customer);
  const none = { tags: [], custom: {}, createdAt: first };
  const contact = {
    kind: "contact",
    name: number ? "" : customer,
    email: "",
    phone: given.phone || number,
    externalId: "",
  } as const;
  const thread = {
    kind: "conversation",
    contact: sourceId,
    inbox: "",
    status: "resolved",
    assignee: "",
    mark: "",
    lastId: 0,
  } as const;
  return {
    items: [
      { sourceId, data: { ...contact, ...none } },
      { sourceId, data: { ...thread, ...none, lines: numbered(said, customer), leftOut: begun.length - said.length } },
    ],
    authors: authors.slice(0, 200),
    customer,
    unread: stray,
  };
}
