import { failureOf } from "../api.ts";

/** Nobody has answered: it may have been done all the same, and what cannot be repeated without harm must not claim otherwise. */
export const isUnanswered = (error: unknown): boolean => failureOf(error).code === "network";
