import { z } from "zod";
import { actionNames } from "#server/actions/choices.ts";
import { actionList, actionOutcomeSchema } from "#server/actions/schema.ts";
import { answerScopes } from "#server/answers/choices.ts";
import { askedField } from "#server/answers/schema.ts";
import { dateOut, idField, ifMatchField } from "#server/core/fields.ts";
import { cursorInput, pageInput, pageOf } from "#server/core/page-fields.ts";

export const macroSchema = z
  .object({
    id: idField,
    name: z.string(),
    scope: z.enum(answerScopes).meta({ description: "private: its owner alone sees it; company: everybody does." }),
    actions: z
      .array(
        z.object({
          name: z.enum(actionNames),
          input: z
            .record(z.string(), z.unknown())
            .meta({ description: "As the body of the route that does the same." }),
        }),
      )
      .meta({ description: "Done one after the other." }),
    key: z.string().meta({ description: "Its own key: a letter or digit; empty: none." }),
    createdAt: dateOut,
    updatedAt: dateOut,
  })
  .meta({ id: "Macro", description: "A list of actions with a name, run on one conversation." });
export type Macro = z.infer<typeof macroSchema>;

export const macroPage = pageOf(macroSchema);

const nameField = z.string().trim().min(1).max(100).meta({ description: "What it does, in a few words." });
const scopeField = z.enum(answerScopes).meta({ description: "company needs clients_write, for all contacts." });
const keyField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]?$/, { message: "One letter or digit, or nothing." })
  .meta({ description: "A letter or digit; unique among the company's, and among each person's own." });

export const createMacroInput = z.object({
  name: nameField,
  scope: scopeField.default("company"),
  actions: actionList,
  key: keyField.default(""),
});
export const updateMacroInput = z.object({
  macroId: z.string(),
  name: nameField.optional(),
  scope: scopeField.optional(),
  actions: actionList.optional(),
  key: keyField.optional(),
  ifMatch: ifMatchField,
});
export const macroIdInput = z.object({ macroId: z.string() });
export const deleteMacroInput = macroIdInput.extend({ ifMatch: ifMatchField });
export const deletedMacroSchema = z.object({ id: idField, deleted: z.literal(true) });

export const listMacrosInput = z.object({
  scope: z.enum(answerScopes).optional().meta({ description: "Only the person's own, or only the company's." }),
  ...pageInput,
  ...cursorInput,
});

export const runMacroInput = z.object({ conversationId: z.string(), macroId: z.string(), asked: askedField });

export const macroRunSchema = z
  .object({
    jobId: z.string().meta({ description: "For POST /v1/jobs/{jobId}/undo." }),
    undoable: z.boolean().meta({ description: "It changed something that can be put back." }),
    actions: z.array(actionOutcomeSchema).meta({ description: "How each ended, in their order." }),
  })
  .meta({ id: "MacroRun", description: "What a macro did to a conversation." });
export type MacroRun = z.infer<typeof macroRunSchema>;

export const macroPreviewSchema = z
  .object({
    prompts: z
      .array(
        z.object({
          label: z.string().meta({ description: "What is asked for." }),
          fallback: z.string().meta({ description: "What stands in where nothing is answered." }),
        }),
      )
      .meta({ description: "What is to be asked before it runs." }),
    actions: z.array(
      actionOutcomeSchema.extend({
        text: z.string().meta({ description: "What would be written; empty: nothing is." }),
      }),
    ),
  })
  .meta({ id: "MacroPreview", description: "What a macro would do to a conversation now. Nothing was done." });
export type MacroPreview = z.infer<typeof macroPreviewSchema>;
