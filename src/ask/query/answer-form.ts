import { labelOf } from '../../i18n/labels.ts';
import type { QueryForm } from '../../model/answers/query-form.ts';
import { type MessageValue, message } from '../../model/core/message.ts';
import type { Fact, MeasureAnswer } from '../measure.ts';
import { factOf, type NumberFact, shown, wordFact } from '../measures/fact-of.ts';
import {
  type Answering,
  barnOf,
  dayOf,
  described,
  fieldOf,
  fits,
  isComparison,
  joined,
  MOST_ITEMS,
  partOf,
  type QueryData,
  type QueryRow,
  type QueryWording,
  shownValue,
  sourceOf,
} from './describe-records.ts';
import { type View, type ViewName, views } from './views.ts';

/** The answer of a form about records, with each further field. Every value in it is in a fact. */
export function answerForm(
  name: ViewName,
  { also = [], ...form }: QueryForm,
  data: QueryData,
  wording: QueryWording,
): MeasureAnswer {
  const forms = [form, ...also.map((field) => ({ ...form, ...field }))];
  const answers = forms.map((one) => answerOne(name, one, data, wording));
  const lines = answers.flatMap((answer) => answer.lines);
  return {
    facts: distinctBy(answers.flatMap(({ facts }) => facts)),
    lines: distinctBy(lines),
  };
}

/** The days of the records of a form, the oldest first. */
export function daysOf(name: ViewName, form: QueryForm, data: QueryData): readonly string[] {
  const view: View = views[name];
  return data.rows
    .filter((row) => fits(row, form, view, data))
    .flatMap((row) => dayOf(row, view, data.zone) ?? [])
    .toSorted();
}

function distinctBy<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function answerOne(
  name: ViewName,
  form: QueryForm,
  data: QueryData,
  wording: QueryWording,
): MeasureAnswer {
  const view: View = views[name];
  const found = data.rows.filter((row) => fits(row, form, view, data));
  const { resource } = view;
  const answering = { ...data, ...wording, form, view, resource, found };
  const context: Answering = { ...answering, what: whatOf(name, form, { ...data, ...wording }) };
  if (form.groupBy === 'day') return answerDays(context);
  if (found.length === 0) return nothing(context);
  if (form.groupBy !== undefined) return answerGroups(context, form.groupBy);
  switch (form.aggregate) {
    case 'count':
      // Records of a topic are named, since the count alone does not identify them.
      return form.filters.some(({ op }) => op === 'about')
        ? listed(context, 'ask.query.count')
        : headOf(context, 'ask.query.count');
    case 'exists':
      return listed(context, 'ask.query.exists');
    case 'sum':
    case 'mean':
      return putTogether(context, form.aggregate);
    case 'max':
    case 'min':
      return outermost(context, form.aggregate);
    case 'last':
    case 'first':
      return oneSide(context, form.aggregate);
    default:
      if (form.select === undefined) return listed(context, 'ask.query.count');
      // A person in many records is named once.
      return form.answerType === 'person' && view.date !== null && found.length > 1
        ? answerGroups(context, 'person')
        : values(context, found, form.select);
  }
}

/** Fields with a person. */
const PEOPLE: ReadonlySet<string> = new Set(['supplierId', 'customerId', 'assignee']);

function whatOf(
  name: ViewName,
  { filters }: QueryForm,
  { wordOf, nameOf }: QueryWording & QueryData,
): MessageValue {
  const view = message(`ask.view.${name}`);
  const isAbout = filters.some(({ op }) => op === 'about');
  const what = isAbout ? message('ask.query.about', { what: view }) : view;
  const kinds = filters.flatMap(({ field, op, value }) =>
    ['kind', 'category', 'feedType'].includes(field) && op === '=' ? [String(value)] : [],
  );
  const people = filters.flatMap(({ field, op, value }) =>
    PEOPLE.has(field) && op === 'in' ? [nameOf.get(String([value].flat()[0])) ?? ''] : [],
  );
  const narrowed = [...kinds.map(wordOf), ...people].filter((one) => one !== '');
  if (narrowed.length === 0) return what;
  return message('ask.query.narrowed', { what, kind: narrowed.join(', ') });
}

/** The subject with the requested days or, without any, the days of the records. */
function inPeriod(
  { form, found, view, zone }: Answering,
  subject: MessageValue,
  isRange: boolean,
): MessageValue {
  const days = found.flatMap((row) => dayOf(row, view, zone) ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  const records = isRange && first && last ? { from: first, to: last } : undefined;
  const period = form.period ?? records;
  if (period === undefined) return subject;
  const [from, to] = [{ day: period.from }, { day: period.to }];
  if (period.to > '9999') return message('ask.query.since', { subject, from });
  return message('ask.query.inPeriod', { subject, from, to });
}

function nothing(context: Answering): MeasureAnswer {
  const { what, resource, form } = context;
  const fact = factOf(`${resource}: records`, 0, { source: { resource, query: { ...form } } });
  return {
    facts: [fact, ...periodFacts(context, false)],
    lines: [message('ask.query.none', { what: inPeriod(context, what, false) })],
  };
}

/** The answer contains the days of a period, so they are facts. */
function periodFacts({ form, found, view, zone, resource }: Answering, isRange: boolean): Fact[] {
  const days = found.flatMap((row) => dayOf(row, view, zone) ?? []).sort();
  const range = isRange ? [days[0], days.at(-1)] : [];
  const ends = form.period ? [form.period.from, form.period.to] : range;
  return ends.flatMap((day) => (day ? [wordFact(`${resource}: period`, day)] : []));
}

function headOf(context: Answering, text: 'ask.query.count' | 'ask.query.exists'): MeasureAnswer {
  const { found, resource, what } = context;
  const count = factOf(`${resource}: records`, found.length, { source: sourceOf(context, found) });
  const params = { what: inPeriod(context, what, true), count: shown(count) };
  return { facts: [count, ...periodFacts(context, true)], lines: [message(text, params)] };
}

function listed(context: Answering, text: 'ask.query.count' | 'ask.query.exists'): MeasureAnswer {
  const head = headOf(context, text);
  const rows = described(context, context.found);
  return { facts: [...head.facts, ...rows.facts], lines: [...head.lines, ...rows.lines] };
}

interface Numbered {
  readonly row: QueryRow;
  readonly value: number;
}

function numbersOf({ found, form }: Answering): readonly Numbered[] {
  const { select = '' } = form;
  return found.flatMap((row) => {
    const value = row[select];
    return typeof value === 'number' ? [{ row, value }] : [];
  });
}

function putTogether(context: Answering, how: 'sum' | 'mean'): MeasureAnswer {
  const { form, found, what, labels, resource } = context;
  const { select = '' } = form;
  const numbers = numbersOf(context);
  if (numbers.length === 0) return without(context, found.length);
  const sum = numbers.reduce((total, { value }) => total + value, 0);
  const value = how === 'sum' ? sum : sum / numbers.length;
  const fact = numberFact(context, `${resource}: ${select}, ${how}`, round(value));
  const count = factOf(`${resource}: records`, numbers.length);
  const params = { what: inPeriod(context, what, true), field: labelOf(labels, select) };
  const line = message(`ask.query.${how}`, { ...params, value: shown(fact), count: shown(count) });
  const missing = without(context, found.length - numbers.length);
  return {
    facts: [fact, count, ...periodFacts(context, true), ...missing.facts],
    lines: [line, ...missing.lines],
  };
}

function numberFact(context: Answering, label: string, value: number): NumberFact {
  const definition = fieldOf(context, context.form.select ?? '');
  const unit = definition?.type === 'money' ? context.currency : (definition?.unit ?? null);
  return factOf(label, value, { unit, source: sourceOf(context, context.found) });
}

/** Records without the field are reported, since a sum excludes them. */
function without({ form, labels, resource }: Answering, count: number): MeasureAnswer {
  if (count === 0) return { facts: [], lines: [] };
  const { select = '' } = form;
  const fact = factOf(`${resource}: records without ${select}`, count);
  const params = { count: shown(fact), field: labelOf(labels, select) };
  return { facts: [fact], lines: [message('ask.query.without', params)] };
}

function outermost(context: Answering, side: 'max' | 'min'): MeasureAnswer {
  const { form, what, labels, found } = context;
  const numbers = numbersOf(context);
  if (numbers.length === 0) return without(context, found.length);
  const bound = numbers.reduce(
    (best, { value }) => (side === 'max' ? Math.max(best, value) : Math.min(best, value)),
    numbers[0]?.value ?? 0,
  );
  const rows = numbers.filter(({ value }) => value === bound).map(({ row }) => row);
  const fact = numberFact(context, `${context.resource}: ${form.select}, ${side}`, bound);
  const items = described(context, rows);
  const field = labelOf(labels, form.select ?? '');
  const line = message(`ask.query.${side}`, {
    what: inPeriod(context, what, true),
    field,
    value: shown(fact),
  });
  return {
    facts: [fact, ...periodFacts(context, true), ...items.facts],
    lines: [line, ...items.lines],
  };
}

/** The last or first records, or one field of them. */
function oneSide(context: Answering, side: 'last' | 'first'): MeasureAnswer {
  const { form, found, view, zone, what } = context;
  const dated = found.filter((row) => dayOf(row, view, zone) !== undefined);
  const sorted = dated.toSorted((a, b) => {
    const [left, right] = [String(a[view.date ?? '']), String(b[view.date ?? ''])];
    return side === 'last' ? right.localeCompare(left) : left.localeCompare(right);
  });
  const moments = [...new Set(sorted.map((row) => row[view.date ?? '']))];
  const moment = moments[form.offset ?? 0];
  const nearest = sorted.find((row) => row[view.date ?? ''] === moment);
  if (nearest === undefined) return nothing({ ...context, found: [] });
  const day = dayOf(nearest, view, zone);
  // All records of the last day are the last ones.
  const rows =
    form.limit === undefined
      ? sorted.filter((row) => row[view.date ?? ''] === moment)
      : sorted.slice(form.offset ?? 0, (form.offset ?? 0) + form.limit);
  if (form.answerType === 'date' && day !== undefined) {
    const items = described(context, rows);
    const fact = wordFact(`${context.resource}: ${view.date}`, day, { asOf: day });
    return {
      facts: [fact, ...items.facts],
      lines: [message('ask.query.date', { what, day: { day } }), ...items.lines],
    };
  }
  return form.select === undefined ? described(context, rows) : values(context, rows, form.select);
}

/** One field of each record, with its day or name. */
function values(context: Answering, rows: readonly QueryRow[], select: string): MeasureAnswer {
  const { what, labels, view } = context;
  const known = rows.flatMap((row) => {
    const part = partOf(context, row, select);
    if (part === undefined) return [];
    const place = [view.about ?? 'barnId', 'barnId', 'flockId', 'title', 'name', view.date ?? '']
      .filter((field) => field !== select && field !== '')
      .flatMap((field) => partOf(context, row, field) ?? [])
      .slice(0, 1);
    const own = shownValue(context, select, part.fact);
    return [{ part, place, own }];
  });
  if (known.length === 0) return without(context, rows.length);
  const field = labelOf(labels, select);
  const lines = known.slice(0, MOST_ITEMS).map(({ own, place }) =>
    message('ask.query.value', {
      field,
      value: own,
      place: joined(place.map(({ text }) => text)),
      what,
    }),
  );
  const more = factOf('Not listed', known.length - MOST_ITEMS);
  return {
    facts: [
      ...known.flatMap(({ part, place }) => [part.fact, ...place.map(({ fact }) => fact)]),
      more,
    ],
    lines: [...lines, ...(more.value > 0 ? [message('ask.more', { count: shown(more) })] : [])],
  };
}

/** The records grouped by barn or person, the most or the fewest first. */
function answerGroups(context: Answering, by: 'barn' | 'person'): MeasureAnswer {
  const { form, found, view, resource, nameOf } = context;
  const isSummed = by === 'person' && form.select !== undefined && form.select !== view.person;
  const keyOf = (row: QueryRow) =>
    by === 'barn' ? barnOf(row, view, context) : row[view.person ?? ''];
  const groups = new Map<string, readonly QueryRow[]>();
  for (const row of found) {
    const key = keyOf(row) ?? '';
    if (key !== '') groups.set(String(key), [...(groups.get(String(key)) ?? []), row]);
  }
  if (groups.size === 0) return nothing({ ...context, found: [] });
  const amountOf = (rows: readonly QueryRow[]) =>
    isSummed
      ? round(numbersOf({ ...context, found: rows }).reduce((sum, { value }) => sum + value, 0))
      : rows.length;
  const sorted = [...groups]
    .map(([key, rows]) => ({ key, rows, value: amountOf(rows) }))
    .sort((a, b) => (form.aggregate === 'min' ? a.value - b.value : b.value - a.value));
  const items = sorted.map(({ key, rows, value }) => {
    const place = nameOf.get(key) ?? key;
    const label = `${resource}: ${place}`;
    const source = { resource, query: { ...form, [by === 'barn' ? 'barnId' : 'person']: key } };
    if (!isSummed)
      return {
        facts: [factOf(label, value, { source })],
        line: message('ask.query.group', { place, count: value }),
      };
    const sum = { ...numberFact(context, label, value), source };
    const count = factOf(`${label}, records`, rows.length);
    return {
      facts: [sum, count],
      line: message('ask.query.groupValue', { place, value: shown(sum), count: shown(count) }),
    };
  });
  const head = isSummed ? putTogether(context, 'sum') : headOf(context, 'ask.query.count');
  return {
    facts: [...items.flatMap(({ facts }) => facts), ...head.facts],
    lines: [...head.lines, ...items.slice(0, MOST_ITEMS).map(({ line }) => line)],
  };
}

/** Whole days: the figures of all flocks on a day are summed. */
function answerDays(context: Answering): MeasureAnswer {
  const { form, found, labels, resource } = context;
  const { select = '' } = form;
  const sums = new Map<string, number>();
  for (const row of found) {
    const value = row[select];
    if (typeof value !== 'number') continue;
    const day = String(row['date']);
    sums.set(day, (sums.get(day) ?? 0) + value);
  }
  if (sums.size === 0) return nothing(context);
  const params = { field: inPeriod(context, labelOf(labels, select), true) };
  const compared = form.filters.find(isComparison);
  const facts = periodFacts(context, true);
  if (compared) {
    const limit = numberFact(context, `${resource}: ${select}, compared`, Number(compared.value));
    const days = [...sums.values()].filter((value) =>
      compared.op === '>' ? value > limit.value : value < limit.value,
    );
    const count = factOf(`${resource}: days`, days.length);
    const all = factOf(`${resource}: days logged`, sums.size);
    const side = compared.op === '>' ? 'above' : 'below';
    const shownCounts = { count: shown(count), all: shown(all), side, limit: shown(limit) };
    return {
      facts: [count, all, limit, ...facts],
      lines: [message('ask.query.days', { ...params, ...shownCounts })],
    };
  }
  const bound = form.aggregate === 'max' ? Math.max(...sums.values()) : Math.min(...sums.values());
  const days = [...sums].filter(([, value]) => value === bound).map(([day]) => day);
  const value = numberFact(context, `${resource}: ${select}, ${form.aggregate}`, bound);
  const dayFacts = days.map((day) => wordFact(`${resource}: date`, day, { asOf: day }));
  const lines = days.slice(0, MOST_ITEMS).map((day) =>
    message('ask.query.extremeDay', {
      ...params,
      side: form.aggregate,
      day: { day },
      value: shown(value),
    }),
  );
  return { facts: [value, ...dayFacts, ...facts], lines };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
