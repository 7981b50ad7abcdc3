import { expect, test } from 'vitest';
import { renderDocsPage } from '../../../src/http/docs/reference-documents.ts';
import {
  buildApplicationOpenApi,
  buildOpenApi,
} from '../../../src/http/openapi/build-documents.ts';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { platformOperations } from '../../../src/model/routes/operations.ts';

const document = buildOpenApi({ version: '1.2.3' });
const page = renderDocsPage(document);

test('every operation has its place on the page', () => {
  for (const { operationId } of platformOperations) {
    expect(page.split(`id="${operationId}"`)).toHaveLength(2);
  }
});

test('every link within the page leads somewhere', () => {
  const targets = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const links = Array.from(page.matchAll(/ href="([^"]+)"/g), ([, target]) => target ?? '');
  expect(links.filter((link) => !link.startsWith('#'))).toEqual([]);
  expect(links.filter((link) => !targets.has(link.slice(1)))).toEqual([]);
});

test('the page runs nothing and asks for nothing outside it', () => {
  expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|form|base)\b/i);
  expect(page).not.toMatch(/ (src|on\w+|style|srcset)=/i);
  expect(page).not.toMatch(/@import|url\(/i);
});

test('every resource stands in the contents', () => {
  const contents = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
  for (const name of resourceNames) expect(contents).toContain(`href="#tag-${name}"`);
});

test('an operation shows its request, its fields, its answer and its errors', () => {
  const start = page.indexOf('id="createFlock"');
  const section = page.slice(start, page.indexOf('</details>\n</section>', start));
  expect(section).toContain('POST /v1/platform/flocks\nAuthorization: Bearer &lt;API key&gt;');
  expect(section).toContain('<code>placementDate</code> <em class="required"');
  expect(section).toContain('&quot;breed&quot;: &quot;Ross 308&quot;');
  expect(section).toContain('<b>422</b> <code>action_refused</code>');
  expect(section).toContain('<h5>Answer 201</h5>');
});

test('the path of an example holds an id', () => {
  expect(page).toContain('DELETE /v1/platform/flocks/flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ');
});

test('what a document says is shown as text', () => {
  const { info } = document;
  const hostile = renderDocsPage({
    ...document,
    info: { ...info, title: '<script>alert(1)</script>' },
  });
  expect(hostile).toContain('<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>');
  expect(hostile).not.toContain('<script');
});

test('the application document is a page as well', () => {
  expect(renderDocsPage(buildApplicationOpenApi({ version: '1.2.3' }))).toContain('id="createKey"');
});
