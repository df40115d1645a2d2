import type http from "node:http";
import { type Receiver, startReceiver } from "../receiver.ts";

type Json = Record<string, unknown>;

/** What a Chatwoot account holds, in the words of its API (its swagger files and the templates of its answers). */
export type Account = {
  inboxes: Json[];
  agents: Json[];
  contacts: Json[];
  conversations: Json[];
  messages: Json[];
  /** Of contacts: which bear which, by title. Its list of contacts does not say so. */
  labels?: Record<string, number[]>;
};

type Chatwoot = Receiver & {
  address: string;
  account: Account;
  token: string;
  /** The next so many calls are answered so. */
  refuse: (count: number, status: number, headers?: Record<string, string>) => void;
  /** Paths of the API that were asked, without their base. */
  asked: () => string[];
};

const contactsAtOnce = 15;
const conversationsAtOnce = 25;
const messagesAtOnce = 100;

const at = (day: number, minute = 0) => Date.UTC(2025, 2, day, 9, minute) / 1000;

/** A contact as `contact_list_item` has it. */
export const contact = (id: number, more: Json = {}): Json => ({
  additional_attributes: { city: "Rosario", country: "Argentina", created_at_ip: "127.0.0.1" },
  ...{
    availability_status: "offline",
    email: `person-${id}@example.com`,
    id,
    name: `Person ${id}`,
    phone_number: null,
  },
  ...{
    blocked: false,
    identifier: null,
    thumbnail: "",
    custom_attributes: {},
    last_activity_at: at(2),
    created_at: at(1),
  },
  contact_inboxes: [],
  ...more,
});

/** A message as `_message.json.jbuilder` writes it. */
export const message = (id: number, conversation: number, content: string | null, more: Json = {}): Json => ({
  ...{ id, content, inbox_id: 1, conversation_id: conversation, message_type: 0, content_type: "text" },
  ...{ status: "sent", content_attributes: {}, created_at: at(2, id % 60), private: false, source_id: null },
  ...more,
});

/** A conversation as `_conversation.json.jbuilder` writes it, but for its last message. */
export const conversation = (id: number, sender: Json, more: Json = {}): Json => ({
  meta: { sender, channel: "Channel::WebWidget", hmac_verified: false },
  ...{ id, account_id: 1, uuid: `uuid-${id}`, additional_attributes: {}, agent_last_seen_at: 0, can_reply: true },
  ...{ contact_last_seen_at: 0, custom_attributes: {}, inbox_id: 1, labels: [], muted: false, snoozed_until: null },
  ...{ status: "resolved", created_at: at(2), timestamp: at(2), first_reply_created_at: 0, unread_count: 0 },
  ...{ last_activity_at: at(2), priority: null, waiting_since: 0, sla_policy_id: null },
  ...more,
});

export const agent = (id: number, name: string, email: string): Json => ({
  ...{ id, account_id: 1, availability_status: "offline", auto_offline: true, confirmed: true, email },
  ...{ available_name: name, name, role: "agent", thumbnail: "" },
});

export const inbox = (id: number, name: string, type = "Channel::WebWidget"): Json => ({
  id,
  name,
  channel_type: type,
});

/** What the sender of a team's message looks like (`push_event_data` of a user). */
export const sender = (id: number, name: string): Json => {
  return {
    id,
    name,
    available_name: name,
    avatar_url: "",
    type: "user",
    availability_status: "offline",
    thumbnail: "",
  };
};

function answerOf(account: Account, path: string, query: URLSearchParams): unknown {
  const page = Number(query.get("page") ?? "1");
  const pageOf = (all: Json[], size: number) => all.slice((page - 1) * size, page * size);
  if (path === "inboxes") return { payload: account.inboxes };
  if (path === "agents") return account.agents;
  if (path === "labels")
    return {
      payload: Object.keys(account.labels ?? {}).map((title, index) => ({ id: index + 1, title, color: "#1f93ff" })),
    };
  if (path === "contacts") {
    const label = query.get("labels[]");
    const bearers = label === null ? undefined : (account.labels?.[label] ?? []);
    const all = bearers ? account.contacts.filter(({ id }) => bearers.includes(Number(id))) : account.contacts;
    return { meta: { count: all.length, current_page: page }, payload: pageOf(all, contactsAtOnce) };
  }
  if (path === "conversations") {
    const payload = pageOf(account.conversations, conversationsAtOnce).map((one) => {
      const last = account.messages.filter(({ conversation_id: id }) => id === one.id).at(-1);
      return { ...one, messages: last ? [last] : [] };
    });
    const meta = { mine_count: 0, unassigned_count: 0, assigned_count: 0, all_count: account.conversations.length };
    return { data: { meta, payload } };
  }
  const thread = /^conversations\/(\d+)\/messages$/.exec(path);
  const known = thread && account.conversations.find(({ id }) => String(id) === thread[1]);
  if (!known) return undefined;
  const after = Number(query.get("after") ?? "0");
  const own = account.messages.filter(({ id, conversation_id: of }) => of === known.id && Number(id) > after);
  return { meta: { labels: known.labels }, payload: own.slice(0, messagesAtOnce) };
}

/** A Chatwoot installation, imitated on this machine. Every other path serves a file. */
export async function startChatwoot(account: Account, file: Buffer = Buffer.from("a file")): Promise<Chatwoot> {
  const receiver = await startReceiver();
  const token = "cw-token";
  let refusals: { status: number; headers: Record<string, string> }[] = [];
  receiver.answer(({ url, headers }, response: http.ServerResponse) => {
    const base = "/api/v1/accounts/1/";
    const { pathname, searchParams } = new URL(url, "http://chatwoot");
    const send = (status: number, body: unknown, more: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(body));
    };
    if (pathname.startsWith("/rails/")) {
      if (pathname.startsWith("/rails/blobs/redirect/"))
        return void response.writeHead(302, { location: pathname.replace("redirect", "disk") }).end();
      if (pathname.endsWith("gone.pdf")) return void response.writeHead(404).end();
      return void response.writeHead(200, { "content-type": "application/octet-stream" }).end(file);
    }
    const refused = refusals.shift();
    if (refused) return send(refused.status, { error: "Retry later" }, refused.headers);
    if (headers.api_access_token !== token) return send(401, { error: "Invalid Access Token" });
    const answer = pathname.startsWith(base) ? answerOf(account, pathname.slice(base.length), searchParams) : undefined;
    return answer === undefined ? send(404, { error: "Resource could not be found" }) : send(200, answer);
  });
  const address = new URL(receiver.url).origin;
  return {
    ...receiver,
    ...{ address, account, token },
    refuse: (count, status, headers = {}) => {
      refusals = Array.from({ length: count }, () => ({ status, headers }));
    },
    asked: () => receiver.received.map(({ url }) => url.replace("/api/v1/accounts/1/", "")),
  };
}
