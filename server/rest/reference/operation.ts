import { type Answer, answerOf, type Listed, type Parameter, type ReferenceDocument } from "./document.ts";
import { field, fields } from "./fields.ts";
import { html, type Markup, prose } from "./markup.ts";
import type { Texts } from "./texts.ts";

const json = "application/json";

/** One operation: what it takes, what it answers, and a form that really calls it. */
export function operationOf(document: ReferenceDocument, listed: Listed, texts: Texts): Markup {
  const { method, path, operation } = listed;
  const { operationId, summary, description, parameters = [], requestBody, responses = {} } = operation;
  const body = requestBody?.content[json]?.schema;
  return html`<section class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}">${summary ?? operationId}</h2>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${description && html`<p>${prose(description)}</p>`}
${parameters.length > 0 && html`<h3>${texts.parameters}</h3><ul class="fields">${parameters.map((one) => parameter(document, one, texts))}</ul>`}
${body && html`<h3>${texts.body}</h3>${fields(document, body, texts)}`}
<h3>${texts.answers}</h3>
${Object.entries(responses).map(([status, answer]) => answered(document, status, answerOf(document, answer), texts))}
${calledOf(operation).map((one) => called(document, one, texts))}
${path.startsWith("/") && tryOut(listed, texts)}
</section>`;
}

const calledOf = ({ callbacks = {} }: Listed["operation"]): Listed[] =>
  Object.values(callbacks).flatMap((byAddress) =>
    Object.entries(byAddress).map(([path, { post }]) => ({ method: "post", path, operation: post })),
  );

/** What the service calls once the operation has named its address. */
function called(document: ReferenceDocument, { path, operation }: Listed, texts: Texts): Markup {
  const { operationId, summary = operationId, description = "", requestBody, responses = {} } = operation;
  const body = requestBody?.content[json]?.schema;
  return html`<h3 id="${operationId}">${texts.calls}: ${summary}</h3>
<p class="call"><span class="method post">POST</span> <code>${path}</code></p>
<p>${prose(description)}</p>
${body && html`<h4>${texts.body}</h4>${fields(document, body, texts)}`}
<h4>${texts.answers}</h4>
${Object.entries(responses).map(([status, answer]) => answered(document, status, answerOf(document, answer), texts))}`;
}

function parameter(document: ReferenceDocument, given: Parameter, texts: Texts): Markup {
  const { name, schema = {}, required = false, description } = given;
  return field(document, { name, schema: description ? { ...schema, description } : schema, required }, texts);
}

function answered(
  document: ReferenceDocument,
  status: string,
  { description, content = {} }: Answer,
  texts: Texts,
): Markup {
  const schema = content[json]?.schema;
  const head = html`<code>${status}</code> ${description ?? ""}`;
  if (!schema) return html`<p class="answer">${head}</p>`;
  return html`<details class="answer"><summary>${head}</summary>${fields(document, schema, texts)}</details>`;
}

function shown(value: unknown): string {
  if (value === undefined) return "";
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** Parameters that must be given come filled in; the others wait for the reader. */
function tryOut({ method, path, operation }: Listed, texts: Texts): Markup {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const example = requestBody?.content[json]?.example;
  const input = ({ name, in: where, required, example: value }: Parameter) => {
    const id = `${operationId}-${name}`;
    return html`<p><label for="${id}">${name}</label><input id="${id}" name="${name}" data-in="${where}" value="${
      required ? shown(value) : ""
    }" autocomplete="off" spellcheck="false"${required && html` required`}></p>`;
  };
  return html`<details class="try"><summary>${texts.tryIt}</summary>
<form data-method="${method}" data-path="${path}" aria-label="${texts.tryIt}: ${summary ?? operationId}">
${parameters.map(input)}
${
  requestBody &&
  html`<p><label for="${operationId}-body">${texts.body}</label><textarea id="${operationId}-body" name="body" rows="${Math.min(
    18,
    JSON.stringify(example ?? {}, null, 2).split("\n").length + 1,
  )}" spellcheck="false">${JSON.stringify(example ?? {}, null, 2)}</textarea></p>`
}
<p><button type="submit">${texts.send}</button></p>
<div role="status" class="outcome" hidden><p></p><pre tabindex="0" aria-label="${texts.outcome}"></pre></div>
</form></details>`;
}
