import { actionTasks } from "#server/actions/bulk/jobs.ts";
import { campaignTasks } from "#server/campaigns/jobs.ts";
import { channelTasks } from "#server/channels/jobs.ts";
import { chatbotTasks } from "#server/chatbots/jobs.ts";
import { erasureTasks } from "#server/erasures/jobs.ts";
import { importTasks } from "#server/imports/jobs.ts";
import { integrationTasks } from "#server/integrations/jobs.ts";
import type { Task } from "#server/kit/jobs/task.ts";
import { mailTasks } from "#server/mail/jobs.ts";
import { notificationTasks } from "#server/notifications/jobs.ts";
import { ruleTasks } from "#server/rules/jobs.ts";
import { templateTasks } from "#server/templates/jobs.ts";
import { uploadTasks } from "#server/uploads/jobs.ts";

/** Every kind of job there is. A noun's jobs.ts is added here. */
export const tasks: readonly Task[] = [
  ...channelTasks,
  ...chatbotTasks,
  ...uploadTasks,
  ...templateTasks,
  ...campaignTasks,
  ...erasureTasks,
  ...actionTasks,
  ...importTasks,
  ...ruleTasks,
  ...notificationTasks,
  ...mailTasks,
  ...integrationTasks,
];
