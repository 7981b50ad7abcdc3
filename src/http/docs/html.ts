/** Markup that is safe to send: every text in it was escaped. */
export interface Html {
  readonly markup: string;
}

type Insertion = string | number | Html | readonly Html[];

/** Markup from a template; texts that are inserted are escaped, markup is not. */
export function html(parts: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  const markup = parts.map((part, index) => part + markupOf(insertions[index] ?? '')).join('');
  return { markup };
}

function markupOf(insertion: Insertion): string {
  if (typeof insertion === 'string') return escapeHtml(insertion);
  if (typeof insertion === 'number') return String(insertion);
  if ('markup' in insertion) return insertion.markup;
  return insertion.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
