import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../../../src/http/docs/markup.ts';

test('texts are escaped, markup and numbers are not', () => {
  const inner = html`<b>${'a & b'}</b>`;
  expect(html`<p title="${'"x"'}">${inner} ${7} ${[inner, inner]}</p>`.markup).toBe(
    '<p title="&quot;x&quot;"><b>a &amp; b</b> 7 <b>a &amp; b</b><b>a &amp; b</b></p>',
  );
});

test('no text that is inserted ends an attribute or begins a tag', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { markup } = html`<a title='${text}'>`;
      expect(markup.slice(10, -2)).not.toMatch(/[<>"']/);
    }),
  );
});
