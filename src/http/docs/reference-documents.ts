import type { JsonSchema } from '../../model/api/json-schema.ts';
import {
  buildApplicationOpenApi,
  buildOpenApi,
  type OpenApiOptions,
} from '../openapi/build-documents.ts';
import type { OpenApiDocument, OperationObject, PathItem } from '../openapi/open-api-document.ts';
import {
  type Html,
  html,
  renderFieldTable,
  renderInline,
  renderMarkdown,
  typeText,
} from './markup.ts';
import { type PlacedOperation, renderOperation } from './operation-page.ts';
import style from './reference-page.css';

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

/**
 * The reference page of a document: one HTML text without scripts or outside requests, to be sent
 * with the policy `default-src 'none'; style-src 'unsafe-inline'`.
 */
export function renderDocsPage(document: OpenApiDocument): string {
  const { info } = document;
  const operations = placedOperations(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>
${{ markup: style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<div class="page">
${renderContents(document)}
<main id="content">
<h1>${info.title}</h1>
<p class="version">API version ${info.version}, farmctl ${info['x-service-version']}. ${info.summary}.</p>
${renderMarkdown(info.description)}
${document['x-tagGroups'].map(
  (group) => html`<h2>${group.name}</h2>
${group.tags.map((tag) => renderTag(document, tag, operations))}`,
)}
${renderSchemas(document)}
</main>
</div>
</body>
</html>
`;
  return page.markup;
}

function renderContents(document: OpenApiDocument): Html {
  const groups = document['x-tagGroups'].map(
    ({ name, tags }) => html`<h2>${name}</h2>
<ul>${tags.map((tag) => html`<li><a href="#${anchorOf(tag)}">${tag}</a></li>`)}</ul>
`,
  );
  return html`<nav aria-label="Contents">${groups}
<h2>Reference</h2><ul><li><a href="#schemas">Schemas</a></li></ul></nav>`;
}

function renderTag(
  document: OpenApiDocument,
  tag: string,
  operations: readonly PlacedOperation[],
): Html {
  const own = operations.filter(({ operation }) => operation.tags.includes(tag));
  const description = document.tags.find(({ name }) => name === tag)?.description ?? '';
  return html`<section>
<h3 id="${anchorOf(tag)}">${tag}</h3>
<p>${renderInline(description)}</p>
${own.map((placed) => renderOperation(document, placed))}
</section>
`;
}

function renderSchemas(document: OpenApiDocument): Html {
  const schemas = Object.entries(document.components.schemas ?? {});
  return html`<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderSchema(document, name, schema))}`;
}

function renderSchema(document: OpenApiDocument, name: string, schema: JsonSchema): Html {
  const { description } = schema;
  const table = renderFieldTable(document, schema);
  return html`<h4 id="schema-${name}"><code>${name}</code></h4>
${typeof description === 'string' ? html`<p>${renderInline(description)}</p>` : html``}
${table.markup === '' ? html`<p>${typeText(schema)}</p>` : table}
`;
}

function placedOperations(document: OpenApiDocument): PlacedOperation[] {
  const items: [string, PathItem][] = [
    ...Object.entries(document.paths),
    ...Object.entries(document.webhooks ?? {}),
  ];
  return items.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation: OperationObject | undefined = item[method];
      if (!operation) return [];
      const sharedParameters = item.parameters ?? [];
      return [{ method: method.toUpperCase(), path, operation, sharedParameters }];
    }),
  );
}

function anchorOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(' ', '-')}`;
}

/** The reference documents as they are sent. */
export interface ReferenceDocuments {
  /** JSON of `/v1/platform/openapi.json`. */
  platform(): string;
  /** JSON of `/v1/platform/os/openapi.json`. */
  application(): string;
  /** HTML of `/docs`. */
  page(): string;
}

/** Makes the reference documents, each of them built when it is first asked for and then kept. */
export function createReferenceDocuments(options: OpenApiOptions): ReferenceDocuments {
  return {
    platform: once(() => JSON.stringify(buildOpenApi(options))),
    application: once(() => JSON.stringify(buildApplicationOpenApi(options))),
    page: once(() => renderDocsPage(buildOpenApi(options))),
  };
}

function once(build: () => string): () => string {
  let built: string | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
