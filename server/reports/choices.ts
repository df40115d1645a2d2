/** What is measured: each fact is of one of these. */
export const metrics = [
  ...(["created", "reopened", "resolution", "waiting", "first_response", "next_response", "assigned"] as const),
  ...(["message_in", "message_out", "message_bot", "bot_served", "bot_contained", "bot_handed_over"] as const),
  ...(["phase_entered", "phase_left", "sla_met", "sla_breached"] as const),
  ...(["csat_asked", "csat_rating", "csat_good", "csat_comment"] as const),
  ...(["campaign_sent", "campaign_delivered", "campaign_read", "campaign_failed"] as const),
  ...(["campaign_answered", "campaign_opted_out"] as const),
  ...(["held", "available", "occupied", "bot_asked", "bot_unanswered"] as const),
  ...(["taken", "released", "won", "lost"] as const),
] as const;
export type Metric = (typeof metrics)[number];

/** Their values are seconds: medians are made of them. */
export const timeMetrics: readonly Metric[] = [
  ...(["resolution", "waiting", "first_response", "next_response", "phase_left", "held"] as const),
];
/** Of a person's time, not of a conversation. */
export const shiftMetrics: ReadonlySet<string> = new Set(["available", "occupied"]);
/** Shown by the hour of the week. */
export const hourlyMetrics: readonly Metric[] = ["created", "message_in"];

/** What came into somebody's hands open, and left them: what stands open at a moment is counted back from now by these. */
export const handMetrics: readonly Metric[] = ["taken", "released"];

/** What is counted of conversations as they stand, and of no phase. */
export const standing = ["unanswered", "open"] as const;
/** Further things that are counted: also what went on from a phase. */
export const derived = [...standing, "advanced"] as const;
export type Counted = Metric | (typeof derived)[number];

export const units = ["count", "seconds", "duration", "amount", "share", "score"] as const;
export type Unit = (typeof units)[number];

/** `per`: what a share is a share of, added up; `weighed`: by their values, not by how many they are. */
type Definition = { of: Counted; unit: Unit; per?: readonly Counted[]; weighed?: boolean; text: string };

const count = (of: Counted, text: string): Definition => ({ of, unit: "count", text });
const inHours =
  "With businessHours, only time inside the opening hours of the company's default calendar as it was then.";
const seconds = (of: Metric, text: string): Definition => ({ of, unit: "seconds", text: `${text} ${inHours}` });
const amount = (of: Counted, text: string): Definition => ({ of, unit: "amount", text });
const share = (of: Counted, per: readonly Counted[], text: string): Definition => ({ of, per, unit: "share", text });

/** Each figure: what it is made of, and what it means. */
export const figures = {
  created: count("created", "Conversations that began. What was imported from a phone app's past does not count."),
  closed: count("resolution", "Conversations that were closed, each time."),
  reopened: count("reopened", "Closed conversations that were opened again."),
  reopenedShare: share("reopened", ["resolution"], "Reopened ones among the closed ones."),
  messagesIn: count("message_in", "Messages of visitors."),
  messagesOut: count("message_out", "Messages of people: agents and external operators."),
  messagesBot: count("message_bot", "Messages of chatbots. Templates sent to many do not count."),
  assigned: count("assigned", "Times that a conversation was given to an agent."),
  firstResponse: seconds(
    "first_response",
    "From the moment a human is needed (hand-over, bot off, or the first visitor message where no bot serves) to the first human message. Bot answers never count.",
  ),
  unanswered: count(
    "unanswered",
    "Conversations in which a human was first needed in this time, and none has answered yet.",
  ),
  answeredShare: share(
    "first_response",
    ["first_response", "unanswered"],
    "First responses among all conversations that needed one: those without an answer stay in the count.",
  ),
  nextResponse: seconds(
    "next_response",
    "Each later stretch of visitor messages, from its beginning to the next human message.",
  ),
  waiting: seconds("waiting", "How long the visitor waited for a human, all stretches until the conversation closed."),
  resolution: seconds("resolution", "From creation, or reopening, to close."),
  botServed: count("bot_served", "Conversations in which a chatbot wrote; again after each reopening."),
  botContained: count("bot_contained", "Of these, closed without that a human wrote or was needed."),
  containment: share("bot_contained", ["bot_served"], "Ended without a human, among the conversations a bot served."),
  botHandedOver: count("bot_handed_over", "Switched off after it had written: handed over, or an agent took over."),
  handOverShare: share("bot_handed_over", ["bot_served"], "Handed over, among the conversations a bot served."),
  phaseEntered: count("phase_entered", "Conversations that came into a phase, new ones too."),
  phaseAmount: amount("phase_entered", "Their amounts as they came into it."),
  phaseTime: seconds("phase_left", "How long conversations that left a phase had been in it."),
  conversion: share(
    "advanced",
    ["phase_left"],
    "Conversations that went on to a later phase that is none of loss, among those that left a phase; by the order of phases now.",
  ),
  won: count("won", "Conversations that came into what was a phase of success then."),
  wonAmount: amount("won", "Their amounts as they came into it."),
  lost: count("lost", "Conversations that came into what was a phase of loss then."),
  lostAmount: amount("lost", "Their amounts as they came into it."),
  wonShare: share("won", ["won", "lost"], "Won ones among those that came into a phase of success or of loss."),
  openAtEnd: count(
    "open",
    "Conversations that were open at the end of this time, also those put off: of the agent who held them then and the team in which they were. Until now, where the time has not ended.",
  ),
  handleTime: seconds(
    "held",
    "How long an agent held an open conversation: from its assignment until it was closed, given on or put off.",
  ),
  availableTime: {
    of: "available",
    unit: "duration",
    text: "How long agents were available: connected, and not away. It counts when it ends, and at each full hour.",
  },
  occupancy: {
    of: "occupied",
    per: ["available"],
    unit: "share",
    weighed: true,
    text: "The part of their available time in which agents held at least one open conversation that was not put off.",
  },
  botAsked: count("bot_asked", "Questions that chatbots asked. Asked again after an answer that was none, it is one."),
  botUnanswered: count(
    "bot_unanswered",
    "Questions after which the visitor wrote nothing until the conversation was closed, or a person took over.",
  ),
  botUnansweredShare: share(
    "bot_unanswered",
    ["bot_asked"],
    "Questions left without an answer in this time, among those that were asked in it.",
  ),
  csatScore: {
    of: "csat_rating",
    unit: "score",
    text: "Mean of the ratings, 1 to 5; a thumb up is 5, a thumb down 1.",
  },
  csatGood: share("csat_good", ["csat_rating"], "Ratings of 4 and 5 among all ratings."),
  csatRate: share(
    "csat_rating",
    ["csat_asked"],
    "Ratings that came in this time among the questions that were asked in it.",
  ),
  csatAsked: count("csat_asked", "Times that a visitor was asked, after a conversation with a person closed."),
  csatRatings: count("csat_rating", "Ratings, by when they came; of who held the conversation when it closed."),
  csatComments: count("csat_comment", "Ratings to which the visitor added a comment."),
  slaMet: count("sla_met", "Times of service levels that were kept: answered or closed before they were over."),
  slaBreached: count("sla_breached", "Times of service levels that were over before an answer, or the end, came."),
  slaMetShare: share("sla_met", ["sla_met", "sla_breached"], "Kept ones among those that were kept or were over."),
  campaignSent: count("campaign_sent", "Messages of campaigns that the platform took, by when it did."),
  campaignDelivered: count("campaign_delivered", "Messages of campaigns that reached the recipient's phone."),
  campaignRead: count("campaign_read", "Messages of campaigns that were read, as far as recipients let it be known."),
  campaignReadShare: share("campaign_read", ["campaign_sent"], "Read ones of this time among those sent in it."),
  campaignFailed: count(
    "campaign_failed",
    "Messages of campaigns that left and could not be delivered. Who was left out of a campaign does not count.",
  ),
  campaignAnswered: count("campaign_answered", "Recipients who wrote back within 24 hours, once each message."),
  campaignAnsweredShare: share(
    "campaign_answered",
    ["campaign_sent"],
    "Answered ones of this time among those sent in it.",
  ),
  campaignOptedOut: count(
    "campaign_opted_out",
    "Recipients who asked for no more within seven days; the last campaign that they got counts.",
  ),
} as const satisfies Record<string, Definition>;

export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures) as [FigureName, ...FigureName[]];

export const groupings = [
  ...(["agent", "team", "channel", "tag", "phase", "policy", "campaign", "step"] as const),
  ...(["source", "reason"] as const),
] as const;
export type Grouping = (typeof groupings)[number];

/** `also`: by what else it can be divided. */
type Report = { figures: readonly FigureName[]; by: Grouping; also?: readonly Grouping[]; hours?: readonly Metric[] };

/** Each report: its figures in their order, and by what it is divided. */
export const reports = {
  conversations: {
    figures: ["created", "closed", "reopened", "reopenedShare", "messagesIn", "messagesOut", "messagesBot"],
    by: "channel",
    hours: ["created", "message_in"],
  },
  responses: {
    figures: ["firstResponse", "answeredShare", "unanswered", "nextResponse", "waiting"],
    by: "agent",
  },
  resolution: { figures: ["resolution", "closed", "reopened", "reopenedShare", "waiting"], by: "agent" },
  agents: {
    figures: [
      ...(["assigned", "messagesOut", "firstResponse", "nextResponse", "closed", "resolution"] as const),
      ...(["openAtEnd", "handleTime", "availableTime", "occupancy"] as const),
    ],
    by: "agent",
  },
  teams: {
    figures: [
      ...(["assigned", "messagesOut", "firstResponse", "nextResponse", "closed", "resolution"] as const),
      ...(["openAtEnd", "handleTime", "availableTime", "occupancy"] as const),
    ],
    by: "team",
  },
  channels: {
    figures: ["created", "closed", "messagesIn", "messagesOut", "firstResponse", "resolution"],
    by: "channel",
  },
  tags: { figures: ["created", "closed", "firstResponse", "resolution"], by: "tag" },
  bot: {
    figures: [
      ...(["botServed", "botContained", "containment", "botHandedOver", "handOverShare", "messagesBot"] as const),
      ...(["botAsked", "botUnanswered", "botUnansweredShare"] as const),
    ],
    by: "channel",
    also: ["step"],
  },
  pipeline: {
    figures: [
      ...(["phaseEntered", "phaseAmount", "phaseTime", "conversion"] as const),
      ...(["won", "wonAmount", "lost", "lostAmount", "wonShare"] as const),
    ],
    by: "phase",
    also: ["source", "reason"],
  },
  satisfaction: {
    figures: ["csatScore", "csatGood", "csatRate", "csatAsked", "csatRatings", "csatComments"],
    by: "agent",
    also: ["team", "channel"],
  },
  sla: {
    figures: ["slaMet", "slaBreached", "slaMetShare"],
    by: "policy",
    also: ["agent", "team", "channel"],
  },
  campaigns: {
    figures: [
      ...(["campaignSent", "campaignDelivered", "campaignRead", "campaignReadShare", "campaignFailed"] as const),
      ...(["campaignAnswered", "campaignAnsweredShare", "campaignOptedOut"] as const),
    ],
    by: "campaign",
    also: ["channel"],
  },
} as const satisfies Record<string, Report>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]];

/** What a figure is made of. */
export const definitionOf = (name: FigureName): Definition => figures[name];

/** What a report is made of. */
export const reportOf = (name: ReportName): Report => reports[name];

/** By what a report can be divided, the usual one first. */
export const groupingsOf = (name: ReportName): Grouping[] => [reportOf(name).by, ...(reportOf(name).also ?? [])];

/** Of a step of the flow; everything else belongs to none. */
const stepMetrics: ReadonlySet<string> = new Set<Metric>(["bot_asked", "bot_unanswered"]);

/** Only what was lost has a reason. */
const parted: Partial<Record<Grouping, ReadonlySet<string>>> = { step: stepMetrics, reason: new Set(["lost"]) };

/** The report's figures that can be divided so: a column that is empty in every row says nothing. */
export const figuresBy = (name: ReportName, grouping: Grouping): FigureName[] =>
  reportOf(name).figures.filter((figure) => parted[grouping]?.has(definitionOf(figure).of) ?? true);

/** Whether what was counted has a place in this division. */
export const isParted = (grouping: Grouping, counted: Counted): boolean => parted[grouping]?.has(counted) ?? true;

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

/** Most days of a report, by how fine it is. */
export const longest: Readonly<Record<Interval, number>> = { hour: 31, day: 400, week: 1200, month: 3700 };
