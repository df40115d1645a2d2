import {
  AtSign,
  Calendar,
  CircleHelp,
  ContactRound,
  CornerDownRight,
  Globe,
  Headset,
  List,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  Phone,
  Regex,
  Split,
  UserRound,
} from "lucide-react";
import type { ResponseType } from "#server/chatbots/choices.ts";
import type { StepType } from "./step-kinds.ts";

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

export const typeIcons: Record<StepType, LucideIcon> = {
  NONE: MessageSquareText,
  TEXT: CircleHelp,
  LIST: List,
  NAME: UserRound,
  EMAIL: AtSign,
  PHONE: Phone,
  EMAIL_OR_PHONE: ContactRound,
  REGEX: Regex,
  MEETING: Calendar,
  hand_over: Headset,
  condition: Split,
  jump: CornerDownRight,
  service: Globe,
  set_field: PenLine,
};
