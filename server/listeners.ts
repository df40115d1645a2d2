import { forgetFallback } from "#server/assignment/forgetting.ts";
import { calendarsGoing, calendarsMoved } from "#server/calendars/writing.ts";
import { forgetIdentity } from "#server/channels/forgetting.ts";
import { platformChanges, statusReports, visitorMessages } from "#server/channels/inbound/listeners.ts";
import { distributeContact } from "#server/chatbots/turn/distributing.ts";
import { companiesBegun } from "#server/companies/creating.ts";
import { contactsGone } from "#server/contacts/deleting.ts";
import { clocksMoving, conversationsClosed } from "#server/conversations/change.ts";
import { conditionsMoved } from "#server/conversations/clocks/following.ts";
import { idlesClosing } from "#server/conversations/closing.ts";
import { conversationsGone, visitorsGone } from "#server/conversations/deleting.ts";
import { deedsComing } from "#server/conversations/held.ts";
import { contactsBegun } from "#server/conversations/linking/beginning.ts";
import { contactsMerged } from "#server/conversations/linking/capturing.ts";
import { leaveAhead, leaveTeam } from "#server/conversations/teams/leaving.ts";
import { connectEventHandlers } from "#server/core/events/handlers.ts";
import { hearAnswer } from "#server/csat/answering.ts";
import { moveSurveys } from "#server/csat/merging.ts";
import { planSurvey } from "#server/csat/planning.ts";
import { forgetRows } from "#server/imports/forgetting.ts";
import { insertIntegrations } from "#server/integrations/defaults.ts";
import { forgetPerson } from "#server/integrations/runs/forgetting.ts";
import { conversationsMerged } from "#server/merges/conversations/merging.ts";
import { visitorsAnswering } from "#server/messages/asides.ts";
import { followMornings } from "#server/notifications/digests/following.ts";
import { notify } from "#server/notifications/making.ts";
import { moveNotifications } from "#server/notifications/merging.ts";
import { followZone } from "#server/reports/saved/following.ts";
import { followMerge } from "#server/retention/holds.ts";
import { renewDates } from "#server/rules/dues.ts";
import { dropAtClosing, waitForScheduled } from "#server/scheduled/following.ts";
import { dropFiles } from "#server/scheduled/forgetting.ts";
import { releaseHeld } from "#server/scheduled/holding.ts";
import { followClocks, judgeConditions } from "#server/sla/following.ts";
import { keepCalendar } from "#server/sla/policies.ts";
import { renewByCalendar } from "#server/sla/renewing.ts";
import { moveTasks } from "#server/tasks/moving.ts";
import { keepTeamHours } from "#server/teams/hours.ts";
import { teamsEmptied, teamsGone } from "#server/teams/writing.ts";
import { followPlatformChange, followStatus, followVisitorMessage } from "#server/templates/following.ts";
import { forgetSessions } from "#server/visitors/forgetting.ts";

/**
 * Who hears, inside the transaction of a command, what a noun below tells: each list in the order of calls. Every process
 * that runs commands connects them once, before the first.
 */
export function connectListeners(): void {
  companiesBegun.connect([insertIntegrations]);
  visitorsGone.connect([forgetSessions, forgetIdentity]);
  conversationsGone.connect([dropFiles]);
  contactsBegun.connect([distributeContact]);
  contactsMerged.connect([moveTasks, followMerge]);
  contactsGone.connect([forgetRows, forgetPerson]);
  calendarsGoing.connect([keepCalendar, keepTeamHours]);
  calendarsMoved.connect([renewByCalendar]);
  clocksMoving.connect([followClocks]);
  conditionsMoved.connect([judgeConditions]);
  conversationsClosed.connect([planSurvey, dropAtClosing]);
  idlesClosing.connect([waitForScheduled]);
  conversationsMerged.connect([moveSurveys, moveNotifications]);
  visitorsAnswering.connect([hearAnswer]);
  teamsEmptied.connect([leaveAhead]);
  teamsGone.connect([leaveTeam, forgetFallback]);
  deedsComing.connect([releaseHeld]);
  statusReports.connect([followStatus]);
  visitorMessages.connect([followVisitorMessage]);
  platformChanges.connect([followPlatformChange]);
  connectEventHandlers([notify, followZone, followMornings, renewDates]);
}
