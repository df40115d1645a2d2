import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createTemplate, duplicateTemplate } from "./creating.ts";
import { deleteTemplate, editTemplate } from "./editing.ts";
import { listTemplates, listWhatsappChannels, readTemplate, templateUsage } from "./listing.ts";
import { syncTemplates } from "./platform/syncing.ts";
import { listSendable } from "./sendable.ts";
import { sendTemplate } from "./sending.ts";

export const templatesRouter = router({
  channels: query(listWhatsappChannels),
  list: query(listTemplates),
  get: query(readTemplate),
  usage: query(templateUsage),
  create: mutation(createTemplate),
  duplicate: mutation(duplicateTemplate),
  edit: mutation(editTemplate),
  delete: mutation(deleteTemplate),
  sync: mutation(syncTemplates),
  sendable: query(listSendable),
  sendTemplate: mutation(sendTemplate),
});
