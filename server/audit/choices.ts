/** Who acted, where no person is named: the team (people and their tokens), the system, or visitors. */
export const auditSources = ["team", "automatic", "visitors"] as const;
