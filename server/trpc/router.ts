import { actionsRouter } from "#server/actions/bulk/trpc.ts";
import { answersRouter } from "#server/answers/trpc.ts";
import { assignmentRouter } from "#server/assignment/trpc.ts";
import { auditRouter } from "#server/audit/trpc.ts";
import { calendarsRouter } from "#server/calendars/trpc.ts";
import { campaignsRouter } from "#server/campaigns/trpc.ts";
import { simulatorRouter } from "#server/channels/simulator/trpc.ts";
import { channelsRouter } from "#server/channels/trpc.ts";
import { chatbotsRouter } from "#server/chatbots/trpc.ts";
import { companiesRouter } from "#server/companies/trpc.ts";
import { contactsRouter } from "#server/contacts/trpc.ts";
import { conversationsRouter } from "#server/conversations/trpc.ts";
import { csatRouter } from "#server/csat/trpc.ts";
import { erasuresRouter } from "#server/erasures/trpc.ts";
import { fieldsRouter } from "#server/fields/trpc.ts";
import { healthRouter } from "#server/health/trpc.ts";
import { importsRouter } from "#server/imports/trpc.ts";
import { integrationsRouter } from "#server/integrations/trpc.ts";
import { router } from "#server/kit/trpc/init.ts";
import { macrosRouter } from "#server/macros/trpc.ts";
import { mailRouter } from "#server/mail/trpc.ts";
import { mergesRouter } from "#server/merges/trpc.ts";
import { messagesRouter } from "#server/messages/trpc.ts";
import { notesRouter } from "#server/notes/trpc.ts";
import { notificationsRouter } from "#server/notifications/trpc.ts";
import { outreachRouter } from "#server/outreach/trpc.ts";
import { phasesRouter } from "#server/phases/trpc.ts";
import { plansRouter } from "#server/plans/trpc.ts";
import { realtimeRouter } from "#server/realtime/trpc.ts";
import { reportsRouter } from "#server/reports/trpc.ts";
import { requestsRouter } from "#server/requests/trpc.ts";
import { retentionRouter } from "#server/retention/trpc.ts";
import { rolesRouter } from "#server/roles/trpc.ts";
import { rulesRouter } from "#server/rules/trpc.ts";
import { scheduledRouter } from "#server/scheduled/trpc.ts";
import { sessionsRouter } from "#server/sessions/trpc.ts";
import { slaRouter } from "#server/sla/trpc.ts";
import { tagsRouter } from "#server/tags/trpc.ts";
import { tasksRouter } from "#server/tasks/trpc.ts";
import { teamsRouter } from "#server/teams/trpc.ts";
import { templatesRouter } from "#server/templates/trpc.ts";
import { tokensRouter } from "#server/tokens/trpc.ts";
import { triggersRouter } from "#server/triggers/trpc.ts";
import { invitationsRouter } from "#server/users/invitations/trpc.ts";
import { usersRouter } from "#server/users/trpc.ts";
import { viewsRouter } from "#server/views/trpc.ts";
import { webhooksRouter } from "#server/webhooks/trpc.ts";

/** Everything the screens may ask for, by noun. */
export const appRouter = router({
  assignment: assignmentRouter,
  calendars: calendarsRouter,
  sla: slaRouter,
  csat: csatRouter,
  integrations: integrationsRouter,
  retention: retentionRouter,
  actions: actionsRouter,
  answers: answersRouter,
  erasures: erasuresRouter,
  imports: importsRouter,
  merges: mergesRouter,
  audit: auditRouter,
  campaigns: campaignsRouter,
  channels: channelsRouter,
  chatbots: chatbotsRouter,
  companies: companiesRouter,
  contacts: contactsRouter,
  conversations: conversationsRouter,
  health: healthRouter,
  macros: macrosRouter,
  mail: mailRouter,
  rules: rulesRouter,
  messages: messagesRouter,
  fields: fieldsRouter,
  notes: notesRouter,
  outreach: outreachRouter,
  notifications: notificationsRouter,
  phases: phasesRouter,
  plans: plansRouter,
  realtime: realtimeRouter,
  reports: reportsRouter,
  requests: requestsRouter,
  scheduled: scheduledRouter,
  sessions: sessionsRouter,
  simulator: simulatorRouter,
  tags: tagsRouter,
  tasks: tasksRouter,
  teams: teamsRouter,
  roles: rolesRouter,
  templates: templatesRouter,
  tokens: tokensRouter,
  triggers: triggersRouter,
  users: usersRouter,
  invitations: invitationsRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;
