import { contextMedicine } from '../../farming/context/context-records.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import { GAP_PARTS, type GapSnapshot } from '../../farming/gaps/gap.ts';
import { findExpired, findExpiring } from '../../farming/gaps/medicine-gaps.ts';
import { activeTreatments } from '../../farming/health/treatments.ts';
import { withdrawalUntil } from '../../farming/metrics/dates.ts';
import { message } from '../../model/core/message.ts';
import { medicine } from '../../model/resources/medicine.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { daysBetween } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { dayNumber } from './days.ts';
import { factOf, wordFact } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { answerList, type ListItem } from './rows.ts';

/** Kinds of health records that give the birds nothing. */
export const KINDS_NOT_GIVEN: ReadonlySet<string> = new Set(['diagnosis', 'lab_test', 'vet_visit']);

/** The last treatment of a flock, or the last one with a kind of medicine. */
export const lastTreatment = flockMeasure({
  parts: ['treatments'],
  aggregations: ['value', 'list'],
  slots: { kind: ['antibiotic', 'anticoccidial', 'antiparasitic', 'vitamin', 'electrolyte'] },
  rowOf: ({ record, place, question }, { treatments, today }) => {
    const askedKind = question.slots['kind'];
    const last = treatments
      .filter(({ flockId, date }) => flockId === record.flock.id && date <= today)
      .filter(({ kind }) =>
        askedKind === undefined ? !KINDS_NOT_GIVEN.has(kind) : kind === askedKind,
      )
      .at(-1);
    if (!last) {
      const body = { flockId: record.flock.id, date: today, kind: null, product: null };
      return {
        place,
        value: null,
        missing: [
          {
            code: 'no_treatments',
            message: message('ask.noTreatment', {
              place,
              hasKind: askedKind === undefined ? 'no' : 'yes',
              kind: askedKind === undefined ? '' : message('ask.treatment', { kind: askedKind }),
            }),
            resource: 'treatments',
            flockId: record.flock.id,
            fix: { method: 'POST', path: '/treatments', body },
          },
        ],
      };
    }
    const frame = { asOf: last.date, source: { resource: 'treatments', ids: [last.id] } } as const;
    const until = withdrawalUntil(last.date, last.notes);
    const line = message('ask.lastTreatment', {
      place,
      day: { day: last.date },
      kind: message('ask.treatment', { kind: last.kind }),
      hasProduct: last.product === null ? 'no' : 'yes',
      product: last.product ?? '',
      hasUntil: until === null ? 'no' : 'yes',
      until: until === null ? '' : { day: until },
    });
    return {
      place,
      value: dayNumber(last.date),
      facts: [
        wordFact(`Last treatment, ${place}`, last.product ?? last.kind, frame),
        ...(until === null ? [] : [wordFact(`Withdrawal until, ${place}`, until, frame)]),
      ],
      lines: [line],
    };
  },
});

/** The end of a flock's withdrawal period, before which the birds must not be slaughtered. */
export const withdrawal = flockMeasure({
  parts: ['treatments'],
  aggregations: ['value', 'list'],
  rowOf: ({ record, place }, snapshot) => {
    const active = activeTreatments(record, snapshot);
    const waits = active.flatMap(({ treatment, withdrawalUntil: until }) =>
      until !== null && until > snapshot.today ? [{ treatment, until }] : [],
    );
    const unclear = active.filter(
      ({ treatment, withdrawalUntil: until }) => until === null && treatment.kind === 'antibiotic',
    );
    const missing = unclear.map(({ treatment }) => ({
      code: 'no_withdrawal',
      message: message('ask.noWithdrawalDays', { place, product: treatment.product ?? '' }),
      resource: 'treatments',
      field: 'notes',
      flockId: record.flock.id,
      fix: { method: 'PATCH', path: `/treatments/${treatment.id}`, body: { notes: null } } as const,
    }));
    const [last] = waits.toSorted((left, right) => (left.until < right.until ? 1 : -1));
    if (!last) {
      const frame = { asOf: snapshot.today, source: { resource: 'treatments' } } as const;
      return {
        place,
        value: 0,
        facts: [wordFact(`Withdrawal until, ${place}`, 'none', frame)],
        lines: [message('ask.withdrawal.none', { place }), ...missing.map((each) => each.message)],
        missing,
      };
    }
    const { treatment, until } = last;
    const source = { resource: 'treatments', ids: [treatment.id] } as const;
    const line = message('ask.withdrawal.until', {
      place,
      until: { day: until },
      hasProduct: treatment.product === null ? 'no' : 'yes',
      product: treatment.product ?? '',
    });
    return {
      place,
      value: dayNumber(until),
      facts: [wordFact(`Withdrawal until, ${place}`, until, { asOf: treatment.date, source })],
      lines: [line, ...missing.map((each) => each.message)],
      missing,
    };
  },
});

/** A product by its name or id, or those of a kind. */
const medicineSlots = {
  product: 'product',
  kind: medicine.fields.kind.vocabulary.words,
} as const;

/** Whether a medicine matches the product or kind in a question. */
function isAskedMedicine(
  { id, name, kind: own }: StoredOf<'medicine'>,
  { slots }: MeasureQuestion,
): boolean {
  const { product, kind } = slots;
  if (product === undefined) return kind === undefined || own === kind;
  return product === undefined || product === id || product === name;
}

/** A medicine in stock as a line: amount and expiry date. */
function medicineItem(item: StoredOf<'medicine'>, today: string): ListItem {
  const { id, name, unit, expiryDate } = item;
  const frame = { asOf: today, source: { resource: 'medicine', ids: [id] } } as const;
  const quantity = figure('kg', item.quantity);
  const stock = quantity === null ? null : factOf(`Stock, ${name}`, quantity, { ...frame, unit });
  const days = expiryDate === null ? 0 : daysBetween(today, expiryDate);
  const line = message('ask.medicine', {
    name,
    hasStock: stock ? 'yes' : 'no',
    stock: stock ? message('gap.amount', { count: stock.value, unit: unit ?? 'none' }) : '',
    expiry: expiryDate === null ? 'none' : days < 0 ? 'past' : 'ahead',
    day: expiryDate === null ? '' : { day: expiryDate },
  });
  return {
    facts: [
      stock ?? wordFact('Medicine', name, frame),
      ...(expiryDate === null ? [] : [wordFact(`Expiry, ${name}`, expiryDate, frame)]),
    ],
    lines: [line],
  };
}

/** The stock of medicine. */
export const medicineStock = {
  parts: ['medicine'],
  per: 'farm',
  aggregations: ['value', 'list', 'count'],
  slots: medicineSlots,
  compute: listStock,
} as const satisfies MeasureDefinition<'medicine'>;

/** The stock of one product, or of all. */
function listStock(
  { medicine, today }: FarmSnapshot<'medicine'>,
  question: MeasureQuestion,
): MeasureAnswer {
  const found = medicine.filter((item) => isAskedMedicine(item, question));
  return answerList(
    found.map((item) => medicineItem(item, today)),
    {
      label: 'Medicine',
      text: 'ask.medicines',
      asOf: today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    // For one product the amount is requested, not the number of products.
    question.slots['product'] === undefined ? question : { aggregation: 'list' },
  );
}

/** Medicine below its minimum stock, as counted by the farm context. */
export const medicineLow = {
  parts: ['medicine'],
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: medicineSlots,
  compute: listLow,
} as const satisfies MeasureDefinition<'medicine'>;

function listLow(snapshot: FarmSnapshot<'medicine'>, question: MeasureQuestion): MeasureAnswer {
  // For a named product or kind the amount and expiry date are listed, whether or not it expires
  // soon.
  if (question.slots['product'] ?? question.slots['kind']) return listStock(snapshot, question);
  const ids = new Set(contextMedicine(snapshot).lowStock.map(({ id }) => id));
  const found = snapshot.medicine.filter(({ id }) => ids.has(id));
  return answerList(
    found.map((item) => medicineItem(item, snapshot.today)),
    {
      label: 'Medicine running low',
      text: 'ask.medicineLow',
      asOf: snapshot.today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    question,
  );
}

/** Medicine that has expired or expires soon, as in the gaps; the earliest expiry first. */
export const medicineExpiring = {
  parts: GAP_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: medicineSlots,
  compute: listExpiring,
} as const satisfies MeasureDefinition<(typeof GAP_PARTS)[number]>;

function listExpiring(snapshot: GapSnapshot, question: MeasureQuestion): MeasureAnswer {
  // For a named product or kind the amount and expiry date are listed, whether or not it expires
  // soon.
  if (question.slots['product'] ?? question.slots['kind']) return listStock(snapshot, question);
  // "In the next three months" reaches further than what the gaps call soon.
  const until = question.period?.to ?? snapshot.today;
  const isUntil = ({ expiryDate }: StoredOf<'medicine'>) =>
    expiryDate !== null && expiryDate <= until;
  const ids = new Set(
    [...findExpired(snapshot), ...findExpiring(snapshot)].map(({ subject }) => subject),
  );
  const soon = until > snapshot.today ? isUntil : ({ id }: StoredOf<'medicine'>) => ids.has(id);
  const found = snapshot.medicine.filter(soon);
  return answerList(
    found.map((item) => medicineItem(item, snapshot.today)),
    {
      label: 'Medicine expired or expiring',
      text: 'ask.medicineExpiring',
      asOf: snapshot.today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    question,
  );
}
