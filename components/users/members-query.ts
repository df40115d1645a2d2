export const membersPerPage = 50;

/** What the list of members shows first. */
export const firstMembers = { active: true, page: 1, limit: membersPerPage } as const;
