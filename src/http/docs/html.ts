/** Markup that is safe to send: every text in it was escaped. */
export interface Html {
  readonly markup: string;
}

type Insertion = string | number | Html | readonly Html[];

/** Markup from a template; texts that are inserted are escaped, markup is not. */
export function html(parts: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  let markup = '';
  for (const [index, part] of parts.entries()) {
    markup += part;
    const insertion = insertions[index];
    if (insertion !== undefined) markup += markupOf(insertion);
  }
  return { markup };
}

function markupOf(insertion: Insertion): string {
  if (typeof insertion === 'string') return escapeHtml(insertion);
  if (typeof insertion === 'number') return String(insertion);
  if ('markup' in insertion) return insertion.markup;
  return insertion.map(({ markup }) => markup).join('');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
