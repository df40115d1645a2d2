import { actionRoutes } from "#server/actions/bulk/rest.ts";
import { answerRoutes } from "#server/answers/rest.ts";
import { assignmentRoutes } from "#server/assignment/rest.ts";
import { calendarRoutes } from "#server/calendars/rest.ts";
import { campaignRoutes } from "#server/campaigns/rest.ts";
import { channelRoutes } from "#server/channels/rest.ts";
import { chatbotRoutes } from "#server/chatbots/rest.ts";
import { companyRoutes } from "#server/companies/rest.ts";
import { contactRoutes } from "#server/contacts/rest.ts";
import { conversationRoutes } from "#server/conversations/rest.ts";
import { csatRoutes } from "#server/csat/rest.ts";
import { erasureRoutes } from "#server/erasures/rest.ts";
import { feedRoutes } from "#server/feed/rest.ts";
import { fieldRoutes } from "#server/fields/rest.ts";
import { importRoutes } from "#server/imports/rest.ts";
import { integrationRoutes } from "#server/integrations/rest.ts";
import type { Route } from "#server/kit/rest/route.ts";
import { macroRoutes } from "#server/macros/rest.ts";
import { mergeRoutes } from "#server/merges/rest.ts";
import { messageRoutes } from "#server/messages/rest.ts";
import { noteRoutes } from "#server/notes/rest.ts";
import { notificationRoutes } from "#server/notifications/rest.ts";
import { outreachRoutes } from "#server/outreach/rest.ts";
import { phaseRoutes } from "#server/phases/rest.ts";
import { planRoutes } from "#server/plans/rest.ts";
import { reportRoutes } from "#server/reports/rest.ts";
import { savedReportRoutes } from "#server/reports/saved/rest.ts";
import { retentionRoutes } from "#server/retention/rest.ts";
import { roleRoutes } from "#server/roles/rest.ts";
import { ruleRoutes } from "#server/rules/rest.ts";
import { scheduledRoutes } from "#server/scheduled/rest.ts";
import { slaRoutes } from "#server/sla/rest.ts";
import { tagRoutes } from "#server/tags/rest.ts";
import { taskRoutes } from "#server/tasks/rest.ts";
import { teamRoutes } from "#server/teams/rest.ts";
import { templateRoutes } from "#server/templates/rest.ts";
import { triggerRoutes } from "#server/triggers/rest.ts";
import { uploadRoutes } from "#server/uploads/rest.ts";
import { invitationRoutes } from "#server/users/invitations/rest.ts";
import { userRoutes } from "#server/users/rest.ts";
import { viewRoutes } from "#server/views/rest.ts";
import { webhookRoutes } from "#server/webhooks/rest.ts";

/** Every row of the public API. */
export const routes: readonly Route[] = [
  ...actionRoutes,
  ...conversationRoutes,
  ...messageRoutes,
  ...outreachRoutes,
  ...uploadRoutes,
  ...scheduledRoutes,
  ...importRoutes,
  ...mergeRoutes,
  ...contactRoutes,
  ...erasureRoutes,
  ...noteRoutes,
  ...channelRoutes,
  ...chatbotRoutes,
  ...triggerRoutes,
  ...phaseRoutes,
  ...tagRoutes,
  ...viewRoutes,
  ...answerRoutes,
  ...macroRoutes,
  ...ruleRoutes,
  ...taskRoutes,
  ...templateRoutes,
  ...campaignRoutes,
  ...reportRoutes,
  ...savedReportRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...roleRoutes,
  ...teamRoutes,
  ...assignmentRoutes,
  ...calendarRoutes,
  ...fieldRoutes,
  ...slaRoutes,
  ...csatRoutes,
  ...retentionRoutes,
  ...notificationRoutes,
  ...companyRoutes,
  ...planRoutes,
  ...integrationRoutes,
  ...feedRoutes,
  ...webhookRoutes,
];
