import { type Message, message } from '../../model/core/message.ts';
import type { NamedRecord, Sense } from '../lexicon/sense.ts';
import type { MeasureName } from '../measures/measures.ts';
import type { NamedFlock } from '../names/farm-names.ts';
import type { Span } from '../text/scan.ts';

/** The records that a question names, by kind; those that share a name are choices, not an answer. */
export interface NamedRecords {
  readonly barns: readonly NamedRecord[];
  readonly flocks: readonly NamedRecord[];
  readonly people: readonly NamedRecord[];
  readonly products: readonly NamedRecord[];
  readonly farms: readonly NamedRecord[];
  /** Records of one name, of which one has to be chosen. */
  readonly open: readonly NamedRecord[];
  /** A kind of which something was named that the caller does not have. */
  readonly unknown: 'barn' | 'flock' | 'farm' | undefined;
}

/** Gathers the records that the stretches of a question name. */
export function pickRecords(spans: readonly Span[]): NamedRecords {
  const named = spans.map(recordsOf);
  const settled = named.flatMap((records) => (records.length === 1 ? records : []));
  const narrowed = named.map((records) => narrow(records, settled));
  const of = (kind: NamedRecord['kind']) =>
    distinct(narrowed.flatMap((records) => (records.length === 1 ? records : []))).filter(
      (record) => record.kind === kind,
    );
  return {
    barns: of('barn'),
    flocks: of('flock'),
    people: of('person'),
    products: of('product'),
    farms: of('farm'),
    open: narrowed.find((records) => records.length > 1) ?? [],
    unknown: spans.flatMap(({ senses }) => senses.flatMap(unknownOf))[0],
  };
}

function recordsOf({ senses }: Span): readonly NamedRecord[] {
  const records = distinct(
    senses.flatMap((sense) => (sense.kind === 'record' ? [sense.record] : [])),
  );
  // A word of the language that is somebody's name too is the word.
  const isWord = senses.some(({ kind }) => kind === 'concept' || kind === 'filler');
  return isWord && records.every(({ kind }) => kind === 'person') ? [] : records;
}

/** "Dana Levi" beside "Dana" says which Dana, a barn which of the last flocks. */
function narrow(
  records: readonly NamedRecord[],
  settled: readonly NamedRecord[],
): readonly NamedRecord[] {
  const known = records.filter(({ id, barnId }) =>
    settled.some((one) => one.id === id || one.id === barnId),
  );
  return records.length > 1 && known.length === 1 ? known : records;
}

function unknownOf(sense: Sense): ('barn' | 'flock' | 'farm')[] {
  return sense.kind === 'nobody' ? [sense.of] : [];
}

function distinct(records: readonly NamedRecord[]): readonly NamedRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

/** Measures of what is there now: a flock that is closed has none of it. */
const OF_LIVE_FLOCKS: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedStock',
  'feedDaysLeft',
  'feedOrders',
  'healthScore',
  'density',
  'marketDate',
  'withdrawal',
]);

/** What is left of the last flock is not what lies in the silo today. */
export function ofClosed(intent: MeasureName, flocks: readonly NamedFlock[]): Message | undefined {
  const isOfClosed = OF_LIVE_FLOCKS.has(intent) && flocks.some(({ isLive }) => !isLive);
  return isOfClosed ? message('ask.only_now') : undefined;
}
