/** manual: people take what waits. round_robin: who has waited longest for one. balanced: who has the fewest open. */
export const assignmentMethods = ["manual", "round_robin", "balanced"] as const;
export type AssignmentMethod = (typeof assignmentMethods)[number];

export const assignmentOrders = ["oldest_waiting", "priority"] as const;
export type AssignmentOrder = (typeof assignmentOrders)[number];

/** sticky: the last human who answered there. */
export const assignmentReasons = ["sticky", "round_robin", "balanced"] as const;
export type AssignmentReason = (typeof assignmentReasons)[number];

/** What a person says of themselves; offline follows their sockets. */
export const ownAvailabilities = ["available", "away"] as const;
export const availabilities = [...ownAvailabilities, "offline"] as const;
export type AgentAvailability = (typeof availabilities)[number];

export const maxLimit = 10_000;
