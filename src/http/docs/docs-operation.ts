import type {
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../openapi/open-api-document.ts';
import { examplesOf, prettyJson, renderRequests } from './docs-request.ts';
import { renderFieldTable, schemaLink, typeText } from './docs-schema.ts';
import { type Html, html } from './html.ts';
import { renderInline } from './markdown.ts';
import { type PlacedOperation, parametersOf } from './placed-operation.ts';
import { resolveReference } from './resolve-reference.ts';

/** An operation, folded to one line until it is opened. */
export function renderOperation(document: OpenApiDocument, placed: PlacedOperation): Html {
  const { method, path, operation } = placed;
  return html`<details class="operation" id="${operation.operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${path}</code> <span class="what">${operation.summary}</span></summary>
<div class="body">
<p>${renderInline(operation.description)}</p>
${renderParameters(document, placed)}
${renderBody(document, placed)}
${renderRequests(document, placed)}
${renderAnswers(document, operation)}
</div>
</details>
`;
}

function renderParameters(document: OpenApiDocument, placed: PlacedOperation): Html {
  const rows = parametersOf(document, placed).map((parameter) => {
    const { name, in: place, required, description, schema } = parameter;
    const mark = required ? html` <em class="required" title="required">*</em>` : html``;
    return html`<tr><td><code>${name}</code>${mark}</td><td>${place}</td><td>${typeText(schema)}</td><td>${renderInline(description ?? '')}</td></tr>`;
  });
  if (rows.length === 0) return html``;
  return html`<h5>Parameters</h5><div class="wide"><table>
<thead><tr><th>name</th><th>in</th><th>type</th><th>meaning</th></tr></thead><tbody>${rows}</tbody>
</table></div>`;
}

function renderBody(document: OpenApiDocument, { operation }: PlacedOperation): Html {
  const media = operation.requestBody?.content['application/json'];
  if (!media) return html``;
  const choices = media.schema['oneOf'] ?? media.schema['anyOf'];
  if (Array.isArray(choices)) return html`<h5>Body</h5><p>${typeText(media.schema)}</p>`;
  return html`<h5>Body</h5>${renderFieldTable(document, media.schema)}`;
}

function renderAnswers(document: OpenApiDocument, { responses }: OperationObject): Html {
  const answers = Object.entries(responses).map(
    ([status, response]) => [status, resolveReference<ResponseObject>(document, response)] as const,
  );
  const successes = answers.filter(([status]) => status.startsWith('2'));
  const errors = answers.filter(([status]) => !status.startsWith('2'));
  return html`${successes.map(([status, response]) => renderSuccess(document, status, response))}
<h5>Other answers</h5>
<ul class="statuses">${errors.map(
    ([status, { description }]) => html`<li><b>${status}</b> ${renderInline(description)}</li>`,
  )}</ul>`;
}

function renderSuccess(
  document: OpenApiDocument,
  status: string,
  { description, headers = {}, content }: ResponseObject,
): Html {
  const media = Object.values(content ?? {})[0];
  const schema = media?.schema['$ref'];
  const name = typeof schema === 'string' ? schema.split('/').at(-1) : undefined;
  const [first] = media ? examplesOf(document, media) : [];
  const names = Object.keys(headers).join(', ');
  return html`<h5>Answer ${status}</h5>
<p>${renderInline(description)}${name ? html` See ${schemaLink(name)}.` : html``}</p>
${names ? html`<p class="headers">Headers: ${names}</p>` : html``}
${first ? html`<pre>${exampleText(first[1])}</pre>` : html``}`;
}

/** JSON as people read it; a text that is no JSON as it is. */
function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : prettyJson(example);
}
