import createClient, { type Client } from "openapi-fetch";
import { EventReader, type EventsOptions } from "./events.ts";
import type { paths } from "./generated/api.ts";
import { type ItemOf, type ListOptions, type ListPath, listAll } from "./listing.ts";
import { type RetryOptions, retrying } from "./retrying.ts";

export type { EventsOptions, ParleyEvent } from "./events.ts";
export { EventReader } from "./events.ts";
export { type ErrorBody, orThrow, ParleyError } from "./failing.ts";
export type { components, paths } from "./generated/api.ts";
export type { ItemOf, ListOptions, ListPath } from "./listing.ts";
export type { EventData, EventType, WebhookDelivery } from "./webhooks.ts";
export { signWebhook, verifyWebhook, WebhookError } from "./webhooks.ts";

export type ParleyOptions = RetryOptions & {
  /** Where Parley runs: https://inbox.example.com */
  baseUrl: string;
  /** An API token: sk_live_… */
  token: string;
};

export type Parley = Client<paths> & {
  /** Every row of a list, page by page: `for await (const contact of parley.list("/v1/contacts"))`. */
  list<P extends ListPath>(path: P, options?: ListOptions<P>): AsyncGenerator<ItemOf<P>, void, undefined>;
  /** The company's events in their order, on and on: `for await (const event of parley.events())`. */
  events(options?: EventsOptions): EventReader;
};

/** A client of the whole API: `parley.GET("/v1/contacts/{contactId}", …)`, with retries, lists and the event feed. */
export function createParley({ baseUrl, token, ...retries }: ParleyOptions): Parley {
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    headers: { Authorization: `Bearer ${token}` },
    fetch: retrying(retries),
  });
  return Object.assign(client, {
    list: <P extends ListPath>(path: P, options?: ListOptions<P>) => listAll(client, path, options),
    events: (options?: EventsOptions) => new EventReader(client, options),
  });
}
