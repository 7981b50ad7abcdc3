import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/http/docs/markup.ts';

test.each([
  ['a paragraph\nof two lines', '<p>a paragraph\nof two lines</p>'],
  ['## A heading', '<h3>A heading</h3>'],
  ['code `<b>` here', '<p>code <code>&lt;b&gt;</code> here</p>'],
  ['- one\nstill one\n- two', '<ul><li>one\nstill one</li><li>two</li></ul>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
])('%j', (markdown, markup) => {
  expect(renderMarkdown(markdown).markup).toBe(markup);
});

test('a table has a head and rows', () => {
  const { markup } = renderMarkdown('| a | b |\n| --- | --- |\n| 1 | `2` |');
  expect(markup.replaceAll('\n', '')).toBe(
    '<div class="wide"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
  );
});
