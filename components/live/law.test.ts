import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import "#components/answers/live.ts";
import "#components/contacts/live.ts";
import "#components/conversations/data/live.ts";
import "#components/messages/thread/live.ts";
import "#components/notifications/live.ts";
import { undoJob } from "#server/actions/bulk/managing.ts";
import { startBulk } from "#server/actions/bulk/starting.ts";
import { env } from "#server/config/env.ts";
import { updateContact } from "#server/contacts/editing.ts";
import { assign } from "#server/conversations/assigning.ts";
import { close } from "#server/conversations/closing.ts";
import { patchConversation } from "#server/conversations/editing.ts";
import { captureContact } from "#server/conversations/linking/capturing.ts";
import { confirmContact, separateContact } from "#server/conversations/linking/claiming.ts";
import { addTag } from "#server/conversations/tagging.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import { allOperations, type Given, type Operation } from "#server/core/operation.ts";
import { systemPool } from "#server/db/system.ts";
import { prepareJobs } from "#server/jobs/preparing.ts";
import { createCaller } from "#server/kit/trpc/init.ts";
import { reply } from "#server/messages/sending.ts";
import { position, since } from "#server/realtime/gap.ts";
import { type Relay, startRelay } from "#server/relay/relay.ts";
import { furnishedCompany, type TestCompany } from "#server/testing/company.ts";
import { closeDoors, openDoors } from "#server/testing/doors.ts";
import { secondTalk, templateTalk } from "#server/testing/second-talk.ts";
import { signedIn, until } from "#server/testing/sockets.ts";
import { visitorOn } from "#server/testing/visitor.ts";
import { appRouter } from "#server/trpc/router.ts";
import { EventLog } from "./event-log.ts";
import { LiveCache } from "./live-cache.ts";
import "./noun-folds.ts";

type Ask = { procedure: string; input: Record<string, unknown>; infinite: boolean };
type Page = { data: { id: string }[]; nextCursor?: string | null; pagination?: { nextCursor: string | null } };

const pageSize = 4;

function asksOf(company: TestCompany, conversationIds: readonly string[]): Ask[] {
  const { given } = company;
  const list = (procedure: string, input: Record<string, unknown>) => ({
    procedure,
    input: { limit: pageSize, ...input },
    infinite: true,
  });
  const plain = (procedure: string, input: Record<string, unknown> = {}) => ({ procedure, input, infinite: false });
  const inbox = (input: Record<string, unknown>) => list("conversations.inbox", input);
  const threads = conversationIds.flatMap((conversationId) => [
    list("messages.list", { conversationId, includeCommands: true, order: "desc" }),
    plain("messages.list", { conversationId }),
    plain("conversations.read", { conversationId }),
    plain("conversations.inboxRow", { conversationId }),
    plain("conversations.notes", { conversationId }),
  ]);
  return [
    ...["mine", "mentions", "unassigned", "bot", "snoozed", "all", "closed"].map((view) => inbox({ view })),
    inbox({ channel: "WEB", sort: "createdAt:asc" }),
    inbox({ sort: "amount:desc" }),
    inbox({ waiting: true, sort: "waitingSince:asc" }),
    inbox({ priority: "high,urgent", sort: "priority:desc" }),
    inbox({ snoozed: false }),
    inbox({ nextStep: false }),
    list("conversations.list", { nextStep: true }),
    inbox({ sort: "lastMessageAt:asc" }),
    inbox({ sort: "visitorName:asc", limit: 50 }),
    inbox({ status: "opened", limit: 50 }),
    inbox({ tags: "quokka" }),
    inbox({ agent: "robot" }),
    inbox({ condition: "intervened" }),
    inbox({ condition: "not_intervened,lead" }),
    inbox({ search: "quokka" }),
    inbox({ assignedTo: `${given.userId},UNASSIGNED` }),
    list("conversations.list", { open: true, phase: given.phaseId }),
    list("conversations.list", { limit: 100 }),
    plain("conversations.list", { limit: 3, sort: "updatedAt:desc" }),
    plain("conversations.counts"),
    plain("conversations.columnTotals", { open: true }),
    plain("conversations.byPhase", { limit: 2 }),
    plain("conversations.ofContact", { contactId: given.contactId }),
    plain("contacts.list", { limit: 5 }),
    plain("contacts.read", { contactId: given.contactId }),
    plain("contacts.history", { contactId: given.contactId }),
    plain("contacts.reach", { contactId: given.contactId }),
    plain("merges.duplicates", {}),
    plain("merges.list", { contactId: given.contactId }),
    plain("notes.list", { contactId: given.contactId }),
    plain("phases.list"),
    plain("users.list"),
    plain("users.names"),
    plain("users.profile"),
    plain("channels.list"),
    plain("channels.names"),
    plain("chatbots.list"),
    plain("chatbots.fulfillmentCalls", { chatbotId: given.chatbotId }),
    plain("tags.list"),
    plain("tokens.list"),
    plain("notifications.list"),
    plain("notifications.unread"),
    plain("notifications.preferences"),
    plain("views.list"),
    plain("teams.list"),
    plain("teams.names"),
    plain("assignment.policies"),
    plain("assignment.workload"),
    plain("assignment.availability"),
    inbox({ teamId: given.teamId }),
    plain("conversations.viewCounts"),
    plain("answers.all"),
    plain("macros.all"),
    plain("rules.list"),
    plain("calendars.list"),
    plain("sla.policies"),
    plain("answers.values", { conversationId: given.conversationId }),
    plain("reports.live"),
    plain("reports.waiting", { limit: 100 }),
    plain("templates.list"),
    plain("templates.get", { templateId: given.templateId }),
    plain("templates.usage", { templateId: given.templateId }),
    plain("campaigns.list"),
    plain("campaigns.get", { campaignId: given.campaignId }),
    plain("companies.read"),
    plain("plans.current"),
    ...threads,
  ];
}

type Caller = (procedure: string, input: Record<string, unknown>) => Promise<unknown>;

function callerFor(actor: Actor): Caller {
  const caller: unknown = createCaller(appRouter)({ actor, requestId: "law" });
  return async (procedure, input) => {
    const call = procedure.split(".").reduce<unknown>((at, name) => Reflect.get(Object(at), name), caller);
    if (typeof call !== "function") throw new Error(`no procedure ${procedure}`);
    return call(input);
  };
}

const keyOf = ({ procedure, input, infinite }: Ask) => [
  procedure.split("."),
  { input, type: infinite ? "infinite" : "query" },
];
const nextOf = (page: Page) => page.nextCursor ?? page.pagination?.nextCursor ?? undefined;

/** One person's open screens: every query mounted, two pages of each list loaded. */
class Screens {
  readonly actor: Actor;
  readonly client = new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } },
  });
  readonly cache: LiveCache;
  readonly log: EventLog;
  private readonly call: Caller;
  private readonly asks: readonly Ask[];
  private seq = 0;
  fetches = new Map<string, number>();

  constructor(actor: Actor, asks: readonly Ask[]) {
    this.actor = actor;
    this.asks = asks;
    this.cache = new LiveCache(this.client, actor.userId ?? "");
    this.log = new EventLog(this.cache);
    this.call = callerFor(actor);
  }

  async open(): Promise<void> {
    this.seq = (await position.execute(this.actor, {})).seq;
    await Promise.all(this.asks.map((ask) => this.mount(ask)));
  }

  /** A refusal is no failure here: it is the state of its query, which `compare` looks at. */
  private async mount(ask: Ask): Promise<void> {
    const queryKey = keyOf(ask);
    const name = JSON.stringify(queryKey);
    const asked = (input: Record<string, unknown>) => {
      this.fetches.set(name, (this.fetches.get(name) ?? 0) + 1);
      return this.call(ask.procedure, input);
    };
    if (!ask.infinite) {
      const observer = new QueryObserver(this.client, { queryKey, queryFn: () => asked(ask.input), retry: false });
      observer.subscribe(() => undefined);
      await this.client.fetchQuery({ queryKey, queryFn: () => asked(ask.input) }).catch(() => undefined);
      return;
    }
    const observer = new InfiniteQueryObserver(this.client, {
      queryKey,
      queryFn: ({ pageParam }) => asked({ ...ask.input, ...(pageParam ? { cursor: pageParam } : {}) }),
      initialPageParam: "",
      getNextPageParam: (page) => nextOf(page as Page),
      structuralSharing: false,
      retry: false,
    });
    observer.subscribe(() => undefined);
    await observer.refetch().catch(() => undefined);
    if (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  }

  /** Brings the events since the last look, as a socket would, and lets pending fetches run. */
  async hear(): Promise<void> {
    const threads = [
      ...new Set(this.asks.map(({ input }) => input.conversationId).filter((id) => typeof id === "string")),
    ];
    const gap = await since.execute(this.actor, { seq: this.seq, threads });
    expect(gap.reset).toBe(false);
    this.seq = gap.seq;
    this.log.apply(gap.events);
    await this.cache.settle();
  }

  /** What is held against what would be fetched now. */
  async compare(context: string): Promise<void> {
    await Promise.all(
      this.asks.map(async (ask) => {
        const state = this.client.getQueryState(keyOf(ask));
        const name = `${context}: ${ask.procedure} ${JSON.stringify(ask.input)}`;
        if (ask.infinite) return this.comparePages(ask, state, name);
        const fresh = await this.call(ask.procedure, ask.input).catch(() => "refused");
        expect(state?.status === "error" ? "refused" : state?.data, name).toEqual(fresh);
      }),
    );
  }

  private async comparePages(
    ask: Ask,
    state: { status: string; data: unknown } | undefined,
    name: string,
  ): Promise<void> {
    const fresh = (await this.call(ask.procedure, { ...ask.input, limit: 100 }).catch(() => undefined)) as
      | Page
      | undefined;
    if (!fresh) return expect(state?.status, name).toBe("error");
    const pages = (state?.data as { pages: Page[] } | undefined)?.pages ?? [];
    const held = pages.flatMap((page) => page.data);
    expect(held, name).toEqual(fresh.data.slice(0, held.length));
    // Whatever is not held is still to be had.
    const last = pages.at(-1);
    if (!last || nextOf(last) === undefined) expect(held.length, name).toBe(fresh.data.length);
    const totals = pages.flatMap((page) => (page.pagination ? [Reflect.get(page.pagination, "total")] : []));
    if (ask.procedure === "conversations.list") {
      for (const total of totals) expect(total, name).toBe(Reflect.get(Object(fresh.pagination), "total"));
    }
  }

  close(): void {
    this.log.stop();
    this.cache.stop();
    this.client.clear();
  }
}

/**
 * One company with all its people's screens open, used by one command after the other until one leaves too little
 * behind.
 */
type Scene = { company: TestCompany; screens: Screens[]; visitors: string[] };

let relay: Relay;
let scene: Scene | undefined;

/** Everything stored so far has its place. */
async function relayed({ companyId }: TestCompany): Promise<void> {
  await until(async () => {
    const { rowCount } = await systemPool().query(
      `select from events where "companyId" = $1 and "position" is null limit 1`,
      [companyId],
    );
    return rowCount === 0;
  }, "the relay");
}

async function openScene(): Promise<Scene> {
  const company = await furnishedCompany("Law");
  const ids: string[] = [];
  for (let index = 0; index < 9; index += 1) {
    const visitor = await visitorOn(company.given.channelId ?? "");
    ids.push(await visitor.begin(index % 2 === 0 ? `number ${index}` : `a quokka ${index}`));
  }
  const asks = asksOf(company, [company.given.conversationId ?? "", ...ids.slice(0, 2)]);
  const screens = [company.admin, company.agent].map((actor) => new Screens(actor, asks));
  await relayed(company);
  await Promise.all(screens.map((screen) => screen.open()));
  return { company, screens, visitors: ids };
}

function closeScene(): void {
  for (const screen of scene?.screens ?? []) screen.close();
  scene = undefined;
}

async function sceneNow(): Promise<Scene> {
  scene ??= await openScene();
  return scene;
}

async function followed({ company, screens }: Scene, context: string): Promise<void> {
  await relayed(company);
  await Promise.all(
    screens.map(async (screen) => {
      await screen.hear();
      await screen.compare(`${context}, ${screen.actor.name}`);
    }),
  );
}

/** Runs the command and looks at all screens; a scene that no longer agrees is of no use to the next test. */
async function obey(context: string, command: (scene: Scene) => Promise<unknown>): Promise<void> {
  const current = await sceneNow();
  try {
    await command(current);
    await followed(current, context);
  } catch (error) {
    closeScene();
    throw error;
  }
}

function actorFor(operation: Operation, company: TestCompany, { userSessionId = "" }: Given): Actor {
  if (operation.access === "visitor") return company.visitor;
  if (operation.access === "system") return systemActor(company.companyId);
  // What only a browser can do.
  return operation.name === "sessions.seeAs" ? { ...company.admin, sessionId: userSessionId } : company.admin;
}

async function givenFor(operation: Operation, company: TestCompany): Promise<Given> {
  if (operation.name === "merges.mergeConversations")
    return { ...company.given, otherConversationId: await secondTalk(company) };
  if (operation.name === "scheduled.template") return { ...company.given, ...(await templateTalk(company)) };
  if (!operation.name.startsWith("sessions.")) return company.given;
  return { ...company.given, userSessionId: (await signedIn(company.admin)).sessionId };
}

/** After these, what other examples name is gone, or something follows by itself. */
const destructive =
  /delete|remove|revoke|merge|deactivate|changePassword|resetPassword|begin(Factor|Passkey)|closeIdle|erasures\.erase$|assignChannels|applyPlatform|visitors\.(end|leave|adopt)|sessions\.end|scheduled\.(reply|template)/i;
const commands = allOperations()
  .filter(({ kind }) => kind === "command")
  .sort((a, b) => Number(destructive.test(a.name)) - Number(destructive.test(b.name)));

beforeAll(async () => {
  openDoors();
  await prepareJobs(env.databaseUrl ?? "");
  relay = await startRelay({ url: env.databaseUrl ?? "", consumers: [], ticks: [] });
});

afterAll(async () => {
  closeScene();
  await relay.stop();
  await closeDoors();
});

describe("what was cached plus the events equals a new fetch, for a full reader and a restricted agent", () => {
  for (const operation of commands) {
    it(`after ${operation.name}`, async () => {
      await obey(operation.name, async ({ company }) => {
        const given = await givenFor(operation, company);
        await operation.execute(actorFor(operation, company, given), operation.example(given));
      });
      if (destructive.test(operation.name)) closeScene();
    });
  }

  it("after a conversation goes from hand to hand", async () => {
    for (const to of ["agent", "otherAgent", "agent", null] as const) {
      await obey(`handed to ${to}`, ({ company, visitors }) => {
        const assignedTo = to === null ? null : company[to].userId;
        return assign.execute(company.admin, { conversationId: visitors[0] ?? "", assignedTo });
      });
    }
  });

  it("after its contact is given to the agent and taken away", async () => {
    for (const to of ["agent", null] as const) {
      await obey(`contact of ${to}`, async ({ company }) => {
        const { contactId = "", conversationId = "" } = company.given;
        await assign.execute(company.admin, { conversationId, assignedTo: company.otherAgent.userId });
        await updateContact.execute(company.admin, { contactId, assignedTo: to === null ? null : company[to].userId });
      });
    }
  });

  it("after a visitor claims a known contact, and an agent confirms or separates it [found S10]", async () => {
    for (const judge of [confirmContact, separateContact]) {
      await obey("a claim judged", async ({ company, visitors }) => {
        const { contactId = "" } = company.given;
        const email = "claimed.by.law@example.com";
        await updateContact.execute(company.admin, { contactId, email, assignedTo: company.otherAgent.userId });
        const conversationId = visitors[judge === confirmContact ? 5 : 6] ?? "";
        await assign.execute(company.admin, { conversationId, assignedTo: company.agent.userId });
        await captureContact.execute(systemActor(company.companyId), { conversationId, email });
      });
      await obey("judged", ({ company, visitors }) =>
        judge.execute(company.admin, { conversationId: visitors[judge === confirmContact ? 5 : 6] ?? "" }),
      );
    }
  });

  it("after a bulk of actions is undone [W4]", async () => {
    await obey("a bulk undone", async ({ company: { admin, agent, given }, visitors }) => {
      const actions = [
        { name: "tag_add" as const, input: { tag: "bulk" } },
        { name: "assign" as const, input: { assignedTo: agent.userId } },
        { name: "phase" as const, input: { phaseId: given.emptyPhaseId } },
        { name: "close" as const, input: { isLead: false } },
      ];
      const { jobId } = await startBulk.execute(admin, { ids: visitors.slice(0, 3), actions });
      await undoJob.execute(admin, { jobId });
    });
  });

  it("after many changes at once, in whatever order they were committed", async () => {
    await obey("a crowd", async ({ company: { admin, agent }, visitors }) => {
      const work = visitors.flatMap((conversationId, index) => [
        reply.execute(admin, { conversationId, body: `first ${index}` }),
        reply.execute(admin, { conversationId, body: `second ${index}` }),
        patchConversation.execute(admin, { conversationId, context: { amount: index * 10 } }),
        assign.execute(admin, { conversationId, assignedTo: index % 2 === 0 ? agent.userId : null }),
        addTag.execute(admin, { conversationId, tag: "quokka" }),
        ...(index % 3 === 0 ? [close.execute(admin, { conversationId, isLead: false })] : []),
      ]);
      // A message to a conversation that was closed first is refused, and nothing else is.
      for (const result of await Promise.allSettled(work)) {
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conversation_closed" });
      }
    });
  });

  it("without fetching lists again for a message", async () => {
    const { company, screens, visitors } = await sceneNow();
    const full = screens[0];
    const lists = () =>
      [...(full?.fetches ?? [])].filter(
        ([name]) => name.includes('"inbox"') && !name.includes("search") && !name.includes("visitorName"),
      );
    const before = lists();
    await reply.execute(company.admin, { conversationId: visitors[2] ?? "", body: "only a message" });
    await followed({ company, screens, visitors }, "a message");
    expect(lists()).toEqual(before);
    expect(before.length).toBeGreaterThan(8);
  });
});

describe("an answer that was on its way while an event came", () => {
  it("does not bring back what was before the event", async () => {
    const { company, screens, visitors } = await sceneNow();
    const [full] = screens;
    if (!full) throw new Error("no screens");
    const queryKey = [["conversations", "inbox"], { input: { limit: 50, view: "all" }, type: "infinite" }];
    const stale = await callerFor(company.admin)("conversations.inbox", { limit: 50, view: "all" });
    let deliver: (page: unknown) => void = () => undefined;
    const slow = new Promise<unknown>((resolve) => {
      deliver = resolve;
    });
    const fetching = full.client.fetchInfiniteQuery({ queryKey, queryFn: () => slow, initialPageParam: "" });
    await reply.execute(company.admin, { conversationId: visitors[4] ?? "", body: "meanwhile" });
    await relayed(company);
    await full.hear();
    deliver(stale);
    await fetching;
    const held = full.client.getQueryData<{ pages: { data: { lastMessage: string }[] }[] }>(queryKey);
    expect(held?.pages[0]?.data[0]?.lastMessage).toBe("meanwhile");
  });
});
