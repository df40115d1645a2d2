import { type Loose, listIn, objectIn, textIn } from "../inbound/lossless.ts";
import type { SimulatedAccount } from "./accounts.ts";
import { objectsOf } from "./objects.sql.ts";
import { SimulatedError } from "./refusing.ts";

type Known = { name: string; language: string; status: string; components: Loose[] };

const variables = (text: string) => new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1])).size;

function parameters(components: readonly Loose[], type: string): Loose[] {
  const found = components.find((one) => textIn(one.type).toUpperCase() === type);
  return listIn(found?.parameters).map(objectIn);
}

function checkCount(template: Known, components: readonly Loose[], type: "HEADER" | "BODY"): void {
  const part = template.components.find((one) => textIn(one.type).toUpperCase() === type);
  const media = type === "HEADER" && !["", "TEXT"].includes(textIn(part?.format).toUpperCase());
  const wanted = media ? 1 : variables(textIn(part?.text));
  const given = parameters(components, type);
  if (given.length !== wanted) {
    const details = `${type.toLowerCase()}: number of localizable_params (${given.length}) does not match the expected number of params (${wanted})`;
    throw new SimulatedError(132000, "Number of parameters does not match the expected number of params", { details });
  }
  const empty = given.some((one) => textIn(one.type) === "text" && textIn(one.text).trim() === "");
  if (empty)
    throw new SimulatedError(131008, "Required parameter is missing", {
      details: "Parameter of type text is missing text value",
    });
}

const refusals: Record<string, [code: number, message: string]> = {
  PAUSED: [132015, "Template is Paused"],
  DISABLED: [132016, "Template is Disabled"],
};

/** A template that is sent must exist in this language, be approved, and get the parameters it has. */
export async function checkTemplate(account: SimulatedAccount, sent: Loose): Promise<void> {
  const name = textIn(sent.name);
  const language = textIn(objectIn(sent.language).code);
  const known = (await objectsOf<Known>(account, "template")).map(({ data }) => data);
  const template = known.find((one) => one.name === name && one.language === language);
  const refusal = template && refusals[template.status];
  if (refusal) throw new SimulatedError(...refusal);
  if (template?.status !== "APPROVED") {
    const details = `template name (${name}) does not exist in ${language}`;
    throw new SimulatedError(132001, "Template name does not exist in the translation", { details });
  }
  const components = listIn(sent.components).map(objectIn);
  for (const type of ["HEADER", "BODY"] as const) checkCount(template, components, type);
}
