export const viewPages = ["inbox", "pipeline", "contacts"] as const;
export type ViewPage = (typeof viewPages)[number];

/** private: its owner's alone; team: its members see it; company: everybody does. */
export const viewScopes = ["private", "team", "company"] as const;
export type ViewScope = (typeof viewScopes)[number];

/** Most per person, and most of the company. */
export const maxViews = 200;

const conversations = {
  lists: ["channel", "tags", "assignedTo", "phase", "condition", "priority", "teamId", "customFields"],
  texts: ["status", "agent", "from", "to", "utmSource", "utmMedium", "waiting", "sla", "nextStep", "search", "sort"],
} as const;

/** What the address of a page carries, so that a view shows the same on the screen as in the API. */
export const carried: Readonly<Record<ViewPage, { lists: readonly string[]; texts: readonly string[] }>> = {
  inbox: { lists: conversations.lists, texts: ["view", ...conversations.texts] },
  pipeline: conversations,
  contacts: {
    lists: ["assignedTo", "websiteId", "entryMethod", "tags", "conversationTags", "status", "rating", "customFields"],
    texts: [
      ...["search", "name", "email", "phone", "subStatus"],
      ...["dateFrom", "dateTo", "lastUpdateDateFrom", "lastUpdateDateTo"],
    ],
  },
};
