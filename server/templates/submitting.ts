import { z } from "zod";
import { type CommandContext, command } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { lockTemplate, type TemplateRow } from "./access.ts";
import { templateCategories } from "./choices.ts";
import { changed } from "./creating.ts";
import { apply, type Decision, lease } from "./deciding.ts";
import { claimChanged } from "./platform.sql.ts";
import { templateNumber } from "./schema.ts";

const outcome = {
  externalId: z.string().max(64).optional(),
  status: z.string().max(40),
  category: z.enum(templateCategories).optional(),
  code: z.string().max(100).nullable().optional(),
  reason: z.string().max(2000).nullable().optional(),
};

const waitingSchema = z.custom<TemplateRow>();

/** Claims, for a minute, one template with a change that the platform does not know yet. */
export const claimWaiting = command({
  name: "templates.claimWaiting",
  access: "system",
  input: z.object({}),
  output: z.object({ template: waitingSchema.nullable() }),
  example: () => ({}),
  async run({ actor, now }) {
    const until = new Date(now.getTime() + lease);
    const taken = await claimChanged(actor.companyId, now, until);
    return { template: taken ?? null };
  },
});

/** What the platform answered to a submission of this revision; a newer one goes out as an edit. */
async function settle(
  context: Pick<CommandContext<unknown>, "actor" | "now" | "emit">,
  template: TemplateRow,
  revision: number,
  answer: Omit<Decision, "name" | "language">,
): Promise<void> {
  const { actor, now } = context;
  const externalId = answer.externalId ?? template.externalId;
  // Deleted while it was on its way: the platform has it, or has it still.
  const leaving = template.deletedAt !== null && externalId !== null && answer.status !== "DELETED";
  const newer = template.revision !== revision && template.deletedAt === null;
  const task = leaving ? "delete" : newer && answer.externalId ? "edit" : newer ? template.task : "";
  await prisma.template.update({
    where: { companyId_id: { companyId: actor.companyId, id: template.id } },
    data: { task, leaseUntil: null, submittedAt: now, updatedAt: now, externalId },
  });
  const settled = { ...template, task, externalId } as const;
  changed(context, settled);
  // The decision may have come before the answer to the submission.
  const decided = answer.status === "PENDING" && template.platformStatus !== "";
  if (newer || leaving || decided) return;
  await apply(context, settled, { name: template.elementName, language: template.language, ...answer });
}

/** The platform's answer to what `claimWaiting` gave; without a revision to what the template is now. */
export const recordSubmission = command({
  name: "templates.recordSubmission",
  access: "system",
  input: z.object({ templateId: templateNumber, revision: z.int().optional(), ...outcome }),
  output: z.object({ ok: z.literal(true) }),
  example: (given) => ({ templateId: given.templateId ?? "", externalId: "1689556908129832", status: "APPROVED" }),
  async run(context) {
    const { templateId, revision, ...answer } = context.input;
    const template = await lockTemplate(context.actor, templateId, true);
    await settle(context, template, revision ?? template.revision, answer);
    return { ok: true as const };
  },
});
