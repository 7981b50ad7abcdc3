import type { QueryFilter } from '../model/answers/query-form.ts';
import { getResource } from '../model/resources/registry.ts';
import type { RecordsBefore } from './conversation-memory.ts';
import { pickRecords } from './grammar/pick-scope.ts';
import type { SentenceContext } from './grammar/read-sentence.ts';
import { pickPeriod } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import { WORD_FIELDS } from './parser/partial-form.ts';
import { type View, views } from './query/views.ts';
import { periodOf, type Span } from './text/scan.ts';

const CONFIDENCE = 0.9;

/** The same records of another place, other days, or of one kind. */
export function sameRecords(
  spans: readonly Span[],
  context: SentenceContext,
  { view: name, form }: RecordsBefore,
): Understanding | undefined {
  const view: View = views[name];
  const records = pickRecords(spans);
  if (records.unknown !== undefined || records.open.length > 0) return undefined;
  const { barns, flocks, people, farms } = records;
  const isPlaced = barns.length + flocks.length > 0;
  const isPossible =
    !isPlaced || (view.barn !== null && (flocks.length === 0 || view.flock !== null));
  const named = pickPeriod(spans.map(periodOf), [], context);
  const words = spans.flatMap(({ senses }) =>
    senses.flatMap((sense) => (sense.kind === 'word' ? [sense.word] : [])),
  );
  const narrowed = narrowedBy(view, words);
  if (!isPossible || people.length > 0 || farms.length > 0 || narrowed === undefined)
    return undefined;
  if (named === 'ask' || named === 'several' || (named && view.date === null)) return undefined;
  const { offset: _, ...asked } = form;
  const fields = new Set(narrowed.map(({ field }) => field));
  return {
    kind: 'records',
    view: name,
    form: {
      ...asked,
      filters: [...form.filters.filter(({ field }) => !fields.has(field)), ...narrowed],
      ...(isPlaced
        ? {
            scope: {
              farms: [],
              barns: barns.map(({ id }) => id),
              flocks: flocks.map(({ id }) => id),
            },
          }
        : {}),
      ...(named ? { period: { from: named.from, to: named.to } } : {}),
    },
    confidence: CONFIDENCE,
  };
}

/** Filters of words of closed lists; undefined where one fits no field of the view. */
function narrowedBy(view: View, words: readonly string[]): readonly QueryFilter[] | undefined {
  const { fields } = getResource(view.resource);
  const filters = words
    .filter((word) => !word.startsWith('/'))
    .map((value) => {
      const field = WORD_FIELDS.find((name) => {
        const definition = fields[name];
        return definition?.type === 'word' && definition.vocabulary.words.includes(value);
      });
      return field === undefined ? undefined : ({ field, op: '=', value } as const);
    });
  const known = filters.filter((filter) => filter !== undefined);
  return known.length === filters.length ? known : undefined;
}
