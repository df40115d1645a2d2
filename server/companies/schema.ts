import { z } from "zod";
import { isTimeZone, timeZoneFault } from "#server/base/time-zones.ts";
import { dateOut, emailField, httpUrl, idField } from "#server/core/fields.ts";
import { roles } from "#server/core/permissions.ts";
import { maxRoles } from "#server/roles/choices.ts";
import { companyLocales, firstSteps } from "./choices.ts";

/** Features that a company can be without (L2); an absent one is on. */
export const featureNames = ["enable_chatbot", "ai", "unlimited_kanban", "campaigns", "webhooks", "export"] as const;
export type FeatureName = (typeof featureNames)[number];

export const accountStatuses = [
  "active",
  "trial",
  "lead_limit_reached",
  "conversation_limit_reached",
  "suspended",
] as const;

const currencies = new Set(Intl.supportedValuesOf("currency"));

const settings = {
  contactUnification: z
    .boolean()
    .meta({ description: "People with the same email or phone become one contact when they are found automatically." }),
  agentsSeeEverything: z.boolean().meta({ description: "Agents are not held to what is assigned to them." }),
  pushShowsText: z
    .boolean()
    .meta({ description: "Push notifications on people's devices show what a visitor wrote, not only that they did." }),
  undoSendSeconds: z.int().min(0).max(30).meta({
    description: "What is sent in the inbox can be undone for so long before it leaves; 0: it leaves at once.",
  }),
  secondFactorRoles: z
    .array(z.union([z.enum(roles), z.uuid().toLowerCase()]))
    .max(roles.length + maxRoles)
    .meta({
      description:
        "People of these roles do nothing before they have set up two-step verification: names of roles, and ids of the company's own; a name also means those of the company's own that it stands for in a user's `role`.",
    }),
  aiEndpoints: z
    .array(httpUrl)
    .max(20)
    .meta({ description: "A chatbot whose fulfillment address begins with one of these counts as one with AI." }),
  timeZone: z.string().max(64).refine(isTimeZone, timeZoneFault).meta({
    description: "IANA time zone of reports and schedules, Area/Place, e.g. America/Argentina/Buenos_Aires, or UTC.",
  }),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, { message: "Two capital letters, or empty." })
    .meta({ description: "ISO 3166 code; phone numbers without a country code are read as this country's." }),
  currency: z
    .string()
    .refine((code) => code === "" || currencies.has(code), {
      message: "Not a currency.",
      params: { code: "invalid_currency" },
    })
    .meta({ description: "ISO 4217 code of every amount, e.g. EUR; empty: that of the country, else USD." }),
  locale: z.enum(companyLocales).meta({ description: "Language in which the company speaks to visitors." }),
};

/** The settings of a company, complete. */
export const companySettingsSchema = z
  .object({
    contactUnification: settings.contactUnification.default(true),
    agentsSeeEverything: settings.agentsSeeEverything.default(false),
    pushShowsText: settings.pushShowsText.default(false),
    undoSendSeconds: settings.undoSendSeconds.default(5),
    secondFactorRoles: settings.secondFactorRoles.default([]),
    aiEndpoints: settings.aiEndpoints.default([]),
    timeZone: settings.timeZone.default("UTC"),
    country: settings.country.default(""),
    currency: settings.currency.default(""),
    locale: settings.locale.default("en"),
  })
  .meta({ id: "CompanySettings" });

export type CompanySettings = z.infer<typeof companySettingsSchema>;

const companyNameField = z.string().trim().min(1).max(255).meta({ description: "Name of the company." });

export const companySchema = z.object({
  id: idField,
  name: z.string(),
  email: z.string(),
  settings: companySettingsSchema,
  createdAt: dateOut,
  updatedAt: dateOut,
});
export type Company = z.infer<typeof companySchema>;

export const updateCompanyInput = z.object({
  name: companyNameField.optional(),
  email: z.union([z.literal(""), emailField]).optional(),
  settings: z.object(settings).partial().optional().meta({ description: "Only the given keys change." }),
});

export const featuresSchema = z
  .object({ features: z.record(z.string(), z.boolean()) })
  .meta({ id: "FeaturesResponse", description: "Feature names with whether they are on." });

export const accountSchema = z
  .object({
    id: idField,
    name: z.string(),
    email: z.string(),
    plan: z.string().meta({ description: "Name of the plan." }),
    features: z.record(z.string(), z.boolean()),
    statuses: z.array(z.enum(accountStatuses)),
  })
  .meta({ id: "Account", description: "The company that owns the token." });

export const firstStepsSchema = z.object({
  hidden: z.boolean().meta({ description: "Put away by somebody." }),
  channelId: idField.nullable().meta({ description: "The first website channel." }),
  origin: z.string().meta({ description: "Where the widget is loaded from." }),
  done: z.record(z.enum(firstSteps), z.boolean()),
});
export type FirstSteps = z.output<typeof firstStepsSchema>;

export const noteFirstStepInput = z.object({ snippet: z.boolean(), hidden: z.boolean() }).partial();

export const newCompanyInput = z.object({
  name: companyNameField,
  email: emailField.optional(),
  planId: z.string().max(64).optional(),
  settings: z.object(settings).partial().optional(),
  admin: z.object({
    name: z.string().trim().min(1).max(255),
    email: emailField,
    password: z.string().max(1000),
  }),
});
