import { type NodeReader, type NodeWriter, simulatorPart } from "./answering.ts";

/** `/{waba}/message_templates` and template nodes of the simulated Graph API. */
export const templatesPart = simulatorPart();

export const templateReaders: readonly NodeReader[] = [];
export const templateWriters: readonly NodeWriter[] = [];
