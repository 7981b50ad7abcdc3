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
<style>${{ markup: docsStyle }}</style>
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

/** The style of the reference page; everything it needs is in it. */
const docsStyle = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --panel: #ffffff; --edge: #e2ded4; --text: #24261f; --quiet: #676b5e;
  --accent: #7a4b00; --code: #f2efe7;
  --get: #1f6f43; --post: #8a4b08; --patch: #4a4fa3; --delete: #a32b2b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171813; --panel: #1f211a; --edge: #383b30; --text: #e6e5db; --quiet: #a3a695;
    --accent: #e3b566; --code: #292b22;
    --get: #6fcf97; --post: #f0a95a; --patch: #a5abff; --delete: #ff8f8f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--accent); text-underline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; }
.page { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
nav {
  position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem 2rem 1.5rem;
  border-right: 1px solid var(--edge); font-size: .9rem;
}
nav h2 {
  margin: 1.2rem 0 .3rem; border: 0; padding: 0; font-size: .72rem; letter-spacing: .06em;
  text-transform: uppercase; color: var(--quiet);
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .12rem 0; color: var(--text); text-decoration: none; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem; }
h1 { margin: 0 0 .2rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 .5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--edge); font-size: 1.4rem; }
h3 { margin: 2.2rem 0 .3rem; font-size: 1.12rem; }
h4 { margin: 2rem 0 .3rem; font-size: 1rem; }
h5 { margin: 1.2rem 0 .4rem; font-size: .85rem; color: var(--quiet); }
p, ul { margin: .4rem 0 .8rem; }
.version, .headers { color: var(--quiet); font-size: .9rem; }
code, pre { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
td code, p code, li code { background: var(--code); padding: .05em .3em; border-radius: 3px; }
pre {
  margin: .4rem 0 .8rem; padding: .8rem 1rem; overflow: auto; max-height: 26rem;
  background: var(--code); border-radius: 6px; tab-size: 2;
}
.operation { margin: .45rem 0; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; }
.operation > summary {
  display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline;
  padding: .5rem .8rem; cursor: pointer; list-style: none;
}
.operation > summary::-webkit-details-marker { display: none; }
.operation > summary:hover { background: var(--code); border-radius: 6px; }
.operation[open] > summary { border-bottom: 1px solid var(--edge); border-radius: 6px 6px 0 0; }
.operation .body { padding: .3rem .9rem .8rem; }
.method { min-width: 3.6rem; font: 700 .74rem/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.path { font-weight: 600; }
.what { color: var(--quiet); font-size: .92rem; }
.choice > summary { cursor: pointer; padding: .15rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--edge); }
th { font-weight: 600; color: var(--quiet); }
td:first-child { white-space: nowrap; }
td code { overflow-wrap: normal; white-space: nowrap; }
td { min-width: 6rem; }
.required { color: var(--delete); font-style: normal; font-weight: 700; }
.statuses { list-style: none; padding: 0; font-size: .9rem; }
.statuses li { padding: .1rem 0; }
@media (max-width: 48rem) {
  .page { display: block; }
  nav { position: static; height: auto; padding: 1rem; border-right: 0; border-bottom: 1px solid var(--edge); }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 .9rem; }
  main { padding: 1rem 1rem 4rem; }
  h1 { font-size: 1.5rem; }
  .method { min-width: 0; }
  .what { flex-basis: 100%; }
  thead { display: none; }
  tr { display: block; padding: .35rem 0; border-bottom: 1px solid var(--edge); }
  td { display: inline; padding: 0 .5rem 0 0; border: 0; }
  td:last-child { display: block; }
}
@media print { nav { display: none; } .page { display: block; } }
`;

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
