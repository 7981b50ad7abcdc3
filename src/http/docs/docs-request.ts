import type { ExampleObject, MediaType, OpenApiDocument } from '../openapi/open-api-document.ts';
import { type Html, html } from './html.ts';
import { type PlacedOperation, parametersOf } from './placed-operation.ts';
import { resolveReference } from './resolve-reference.ts';

const JSON_HEADER = 'Content-Type: application/json';

/** The worked examples of an operation as requests; of several, each is folded under its name. */
export function renderRequests(document: OpenApiDocument, placed: PlacedOperation): Html {
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
export function examplesOf(
  document: OpenApiDocument,
  { examples = {} }: MediaType,
): (readonly [name: string, value: unknown])[] {
  return Object.entries(examples).map(
    ([name, example]) => [name, resolveReference<ExampleObject>(document, example).value] as const,
  );
}

/** JSON as people read it. */
export function prettyJson(value: unknown): string {
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
