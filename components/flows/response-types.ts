import {
  AtSign,
  Calendar,
  CircleHelp,
  ContactRound,
  List,
  type LucideIcon,
  MessageSquareText,
  Phone,
  Regex,
  UserRound,
} from "lucide-react";
import type { ResponseType } from "#server/chatbots/schema.ts";

/** In the order in which they are offered. */
export const offeredTypes: readonly ResponseType[] = [
  "NONE",
  "TEXT",
  "LIST",
  "NAME",
  "EMAIL",
  "PHONE",
  "EMAIL_OR_PHONE",
  "REGEX",
  "MEETING",
];

export const typeIcons: Record<ResponseType, LucideIcon> = {
  NONE: MessageSquareText,
  TEXT: CircleHelp,
  LIST: List,
  NAME: UserRound,
  EMAIL: AtSign,
  PHONE: Phone,
  EMAIL_OR_PHONE: ContactRound,
  REGEX: Regex,
  MEETING: Calendar,
};
