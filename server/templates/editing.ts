import { day } from "#server/base/clock.ts";
import { AppError, invalidField } from "#server/base/errors.ts";
import { command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockTemplate, type TemplateRow } from "./access.ts";
import { changed, refuseFaults, textOf } from "./creating.ts";
import { completed } from "./rules.ts";
import { deletedTemplateSchema, editTemplateInput, templateIdInput, templateSchema } from "./schema.ts";
import { viewTemplate } from "./viewing.ts";

/** Approved ones may be edited once a day and ten times in 30 days; rejected and paused ones freely. */
function refuseEdit(template: TemplateRow, now: Date): void {
  const fixed = ["DISABLED", "IN_APPEAL", "LOCKED", "ARCHIVED", "PENDING_DELETION", "DELETED", "LIMIT_EXCEEDED"];
  if (fixed.includes(template.platformStatus))
    throw new AppError("conflict", {
      message: `The platform does not allow a ${template.platformStatus} template to be edited.`,
    });
  if (template.status === "PENDING" && template.submittedAt)
    throw new AppError("conflict", { message: "The template is under review: wait for the decision." });
  if (template.status !== "APPROVED") return;
  const since = (days: number) => template.editedAt.filter((at) => now.getTime() - at.getTime() < days * day).length;
  if (since(1) >= 1 || since(30) >= 10)
    throw new AppError("limit_reached", {
      message: "An approved template can be edited once in 24 hours and ten times in 30 days.",
    });
}

/** New wording: back to review (J4). The category is fixed once approved. */
export const editTemplate = command({
  name: "templates.edit",
  access: "websites_write",
  input: editTemplateInput,
  output: templateSchema,
  example: (given) => ({
    templateId: given.templateId ?? "",
    components: [{ type: "BODY", text: "Hello {{1}}, good news: your order {{2}} is ready." }],
  }),
  async run(context) {
    const { actor, input, now } = context;
    const before = await lockTemplate(actor, input.templateId);
    const category = input.category ?? before.category;
    refuseFaults({ category, components: input.components });
    if (before.status === "APPROVED" && category !== before.category)
      throw invalidField("category", "The category of an approved template is fixed.", "fixed");
    refuseEdit(before, now);
    const components = completed(input.components);
    const kept = before.editedAt.filter((at) => now.getTime() - at.getTime() < 30 * day);
    const edits = before.status === "APPROVED" ? [...kept, now] : kept;
    const after = await prisma.template.update({
      where: { companyId_id: { companyId: actor.companyId, id: before.id } },
      data: {
        components,
        text: textOf(components),
        category,
        status: "PENDING",
        platformStatus: "",
        rejectionCode: null,
        rejectionReason: null,
        rejectionAdvice: null,
        task: before.externalId ? "edit" : "create",
        submittedAt: null,
        revision: { increment: 1 },
        editedAt: edits,
        updatedAt: now,
      },
    });
    changed(context, after);
    return viewTemplate(after);
  },
});

/** Deleted here at once; the platform is informed afterwards. Campaigns that send it stop. */
export const deleteTemplate = command({
  name: "templates.delete",
  access: "websites_write",
  input: templateIdInput,
  output: deletedTemplateSchema,
  example: (given) => ({ templateId: given.templateId ?? "" }),
  async run(context) {
    const { actor, input, now } = context;
    const before = await lockTemplate(actor, input.templateId);
    if (before.platformStatus === "DISABLED")
      throw new AppError("conflict", { message: "The platform does not allow a DISABLED template to be deleted." });
    await prisma.template.update({
      where: { companyId_id: { companyId: actor.companyId, id: before.id } },
      data: { deletedAt: now, updatedAt: now, status: "REJECTED", task: before.externalId ? "delete" : "" },
    });
    changed(context, { ...before, task: "delete" });
    return { id: before.number, deleted: true as const };
  },
});
