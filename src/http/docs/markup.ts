import type { JsonSchema } from '../../model/api/json-schema.ts';
import { type OpenApiDocument, resolveReference } from '../openapi/open-api-document.ts';

const DEEPEST = 4;
const MOST_WORDS_SHOWN = 12;

interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** A table of the fields of an object, those of inner objects with dotted names. */
export function renderFieldTable(document: OpenApiDocument, schema: JsonSchema): Html {
  const rows = fieldRows(document, schema);
  if (rows.length === 0) return html``;
  return html`<div class="wide"><table>
<thead><tr><th>field</th><th>type</th><th>meaning</th></tr></thead>
<tbody>${rows.map(renderRow)}</tbody>
</table></div>`;
}

/** The type of a value in words: `number, 0 to 100, or null`. */
export function typeText(schema: JsonSchema): Html {
  const choices = shownChoices(listOf(schema['anyOf'] ?? schema['oneOf']));
  if (choices.length > 0) return joined(distinct(choices.map(typeText)), ' or ');
  if (typeof schema['$ref'] === 'string') return schemaLink(schema['$ref'].split('/').at(-1) ?? '');
  if (Array.isArray(schema['enum'])) return wordsText(schema['enum']);
  if (schema['const'] !== undefined) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const types = [schema['type'] ?? 'any'].flat().map((type) => typeName(String(type), schema));
  const [example] = listOf(schema['examples']);
  const sample = example === undefined ? html`` : html` such as <code>${String(example)}</code>`;
  return html`${joined(types, ' or ')}${rangeText(schema)}${sample}`;
}

/**
 * The choices worth telling: not the empty text beside null, nor any text beside known words or
 * numbers.
 */
function shownChoices(choices: readonly JsonSchema[]): JsonSchema[] {
  const hasBetter = choices.some(
    ({ type, enum: words }) =>
      (type === 'string' && words !== undefined) || type === 'number' || type === 'integer',
  );
  return choices
    .filter((choice) => !(hasBetter && choice['type'] === 'string' && !('enum' in choice)))
    .map((choice) => (String(choice['type']) === 'null,string' ? { type: 'null' } : choice));
}

function wordsText(words: readonly unknown[]): Html {
  const list = joined(
    words.map((word) => html`<code>${String(word)}</code>`),
    ', ',
  );
  if (words.length <= MOST_WORDS_SHOWN) return html`one of ${list}`;
  return html`<details class="choice"><summary>one of ${words.length}</summary>${list}</details>`;
}

/** A link to where a schema is described. */
export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

function renderRow({ name, schema, isRequired }: Row): Html {
  const { description } = schema;
  const mark = isRequired ? html` <em class="required" title="required">*</em>` : html``;
  const meaning = typeof description === 'string' ? renderInline(description) : html``;
  return html`<tr><td><code>${name}</code>${mark}</td><td>${typeText(schema)}</td><td>${meaning}</td></tr>`;
}

function fieldRows(document: OpenApiDocument, schema: JsonSchema, prefix = ''): Row[] {
  const resolved = resolveReference(document, schema);
  const required = listOf(resolved['required']).map(String);
  const own = propertiesOf(resolved);
  const inherited = listOf(resolved['allOf']).flatMap((part) => fieldRows(document, part, prefix));
  return [
    ...inherited.map((row) => ({
      ...row,
      isRequired: row.isRequired || required.includes(row.name.slice(prefix.length)),
    })),
    ...own.flatMap(([name, inner]) => [
      { name: prefix + name, schema: inner, isRequired: required.includes(name) },
      ...innerRows(document, inner, prefix + name),
    ]),
  ];
}

function innerRows(document: OpenApiDocument, schema: JsonSchema, name: string): Row[] {
  if (name.split('.').length >= DEEPEST) return [];
  if (schema['properties']) return fieldRows(document, schema, `${name}.`);
  const { items } = schema;
  if (isSchema(items) && items['properties']) return fieldRows(document, items, `${name}[].`);
  return listOf(schema['anyOf']).flatMap((choice) => innerRows(document, choice, name));
}

function typeName(type: string, schema: JsonSchema): Html {
  const { items, format } = schema;
  if (type === 'array' && isSchema(items)) return html`list of ${typeText(items)}`;
  return type === 'string' && typeof format === 'string' ? html`${format}` : html`${type}`;
}

function rangeText(schema: JsonSchema): Html {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength } = schema;
  const limits = [
    typeof minimum === 'number' ? `from ${grouped(minimum)}` : '',
    typeof exclusiveMinimum === 'number' ? `above ${grouped(exclusiveMinimum)}` : '',
    typeof maximum === 'number' ? `to ${grouped(maximum)}` : '',
    typeof exclusiveMaximum === 'number' ? `below ${grouped(exclusiveMaximum)}` : '',
    typeof maxLength === 'number' ? `at most ${grouped(maxLength)} characters` : '',
  ].filter((limit) => limit !== '');
  return limits.length === 0 ? html`` : html`, ${limits.join(' ')}`;
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}

function distinct(texts: readonly Html[]): Html[] {
  return [...new Map(texts.map((text) => [text.markup, text])).values()];
}

function joined(texts: readonly Html[], separator: string): Html {
  return html`${texts.map((text, index) => (index === 0 ? text : html`${separator}${text}`))}`;
}

function propertiesOf({ properties }: JsonSchema): [string, JsonSchema][] {
  return Object.entries(isSchema(properties) ? properties : {}).map(([name, property]) => [
    name,
    isSchema(property) ? property : {},
  ]);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value : [];
}

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
