import { type Html, html } from './html.ts';

/** The Markdown that the documents use: paragraphs, headings, lists, tables and code. */
export function renderMarkdown(markdown: string): Html {
  const blocks = markdown.split(/\n{2,}/).map((block) => block.split('\n'));
  return html`${blocks.map(renderBlock)}`;
}

/** One line of Markdown: text with code in it. */
export function renderInline(line: string): Html {
  const pieces = line.split('`').map((piece, index) => {
    return index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`;
  });
  return html`${pieces}`;
}

function renderBlock(lines: readonly string[]): Html {
  const [first = ''] = lines;
  if (first.startsWith('## ')) return html`<h3>${renderInline(first.slice(3))}</h3>`;
  if (first.startsWith('| ')) return renderTable(lines);
  if (first.startsWith('- ')) {
    const items = lines.join('\n').slice(2).split('\n- ');
    return html`<ul>${items.map((item) => html`<li>${renderInline(item)}</li>`)}</ul>`;
  }
  return html`<p>${renderInline(lines.join('\n'))}</p>`;
}

function renderTable([head = '', , ...body]: readonly string[]): Html {
  const cells = (row: string) => row.slice(2, -2).split(' | ').map(renderInline);
  return html`<div class="wide"><table>
<thead><tr>${cells(head).map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}
