import {
  type ExampleObject,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  resolveReference,
} from '../openapi/open-api-document.ts';
import { type Html, html, renderFieldTable, renderInline, schemaLink, typeText } from './markup.ts';

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

const JSON_HEADER = 'Content-Type: application/json';

/** The worked examples of an operation as requests; of several, each is folded under its name. */
function renderRequests(document: OpenApiDocument, placed: PlacedOperation): Html {
  const media = placed.operation.requestBody?.content['application/json'];
  const examples = media ? examplesOf(document, media) : [];
  const [first] = examples;
  const head = headOf(document, placed);
  const shown =
    examples.length > 1
      ? examples.map(([name, value]) => {
          const request = html`<pre>${requestText(head, value)}</pre>`;
          return html`<details class="choice"><summary>${name}</summary>${request}</details>`;
        })
      : html`<pre>${requestText(head, first?.[1])}</pre>`;
  return html`<h5>Example request</h5>
${shown}`;
}

/** The examples of a body, by name. */
function examplesOf(
  document: OpenApiDocument,
  { examples = {} }: MediaType,
): (readonly [name: string, value: unknown])[] {
  return Object.entries(examples).map(
    ([name, example]) => [name, resolveReference<ExampleObject>(document, example).value] as const,
  );
}

/** JSON as people read it. */
function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function requestText(head: readonly string[], body: unknown): string {
  return [...head, ...(body === undefined ? [] : [JSON_HEADER, '', prettyJson(body)])].join('\n');
}

function headOf(document: OpenApiDocument, placed: PlacedOperation): string[] {
  const { method, path, operation } = placed;
  const parameters = parametersOf(document, placed);
  if (operation.security.length === 0) {
    const headers = parameters.filter(({ example }) => example !== undefined);
    return [
      `${method} <your address>`,
      ...headers.map(({ name, example }) => `${name}: ${example}`),
    ];
  }
  const [server] = document.servers;
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${[example].flat().map(String).map(encodeURIComponent)}`);
  const id = parameters.find(({ name }) => name === 'id')?.example;
  const target = id === undefined ? path : path.replace('{id}', String(id));
  return [
    `${method} ${server?.url ?? ''}${target}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    'Authorization: Bearer <API key>',
  ];
}

/** An operation with where it stands in the document. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  readonly sharedParameters: readonly (ParameterObject | Reference)[];
}

/** The parameters of an operation, those of its path too, headers last. */
function parametersOf(
  document: OpenApiDocument,
  { sharedParameters, operation }: PlacedOperation,
): ParameterObject[] {
  const all = [...sharedParameters, ...(operation.parameters ?? [])].map((parameter) =>
    resolveReference<ParameterObject>(document, parameter),
  );
  return [
    ...all.filter((parameter) => parameter.in !== 'header'),
    ...all.filter((parameter) => parameter.in === 'header'),
  ];
}
