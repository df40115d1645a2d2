/** By whom, where no person is named: the team itself (people and their tokens), what happens by itself, visitors. */
export const auditSources = ["team", "automatic", "visitors"] as const;
