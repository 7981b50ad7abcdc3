import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { Fix, MissingData } from '../insights/section.ts';

/** Nothing says what the chicks of a flock cost. */
export function noChickPrice(record: FlockRecord): MissingData {
  const field = record.flock.pricePerChick === null ? 'pricePerChick' : 'chicksReceived';
  return missingOfFlock(record, 'no_chick_price', {
    resource: 'flocks',
    field,
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { [field]: null } },
  });
}

/** Nothing says how many birds a flock began with. */
export function noBirdsPlaced(record: FlockRecord): MissingData {
  return missingOfFlock(record, 'no_birds_placed', {
    resource: 'flocks',
    field: 'chicksReceived',
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { chicksReceived: null } },
  });
}

/** Nothing says what the feed of a flock cost: no delivery at all, or one without its cost. */
export function noFeedCost(
  record: FlockRecord,
  unpriced: StoredOf<'feed-deliveries'> | undefined,
  today: CalendarDay,
): MissingData {
  const body = { flockId: record.flock.id, date: today, quantityKg: null, totalCost: null };
  return missingOfFlock(record, 'no_feed_cost', {
    resource: 'feed-deliveries',
    field: 'totalCost',
    fix: unpriced
      ? { method: 'PATCH', path: `/feed-deliveries/${unpriced.id}`, body: { totalCost: null } }
      : { method: 'POST', path: '/feed-deliveries', body },
  });
}

/** Treatments of a flock are recorded, none with its cost. */
export function noTreatmentCost(
  record: FlockRecord,
  treatment: StoredOf<'treatments'>,
): MissingData {
  return missingOfFlock(record, 'no_treatment_cost', {
    resource: 'treatments',
    field: 'cost',
    fix: { method: 'PATCH', path: `/treatments/${treatment.id}`, body: { cost: null } },
  });
}

/** A flock was not sold, as far as is recorded. */
export function noSales(record: FlockRecord, today: CalendarDay): MissingData {
  return missingOfFlock(record, 'no_sales', {
    resource: 'sales',
    fix: { method: 'POST', path: '/sales', body: newSale(record.flock.id, today) },
  });
}

/** Nothing says what a sale brought. */
export function noSaleAmount(record: FlockRecord, sale: StoredOf<'sales'>): MissingData {
  return missingOfFlock(record, 'no_sale_amount', {
    resource: 'sales',
    field: 'totalAmount',
    fix: { method: 'PATCH', path: `/sales/${sale.id}`, body: { totalAmount: null } },
  });
}

/** No sale of the farm says what a kilogram brings. */
export function noSalePrice(record: FlockRecord, today: CalendarDay): MissingData {
  return {
    code: 'no_sale_price',
    message: message('profit.no_sale_price'),
    resource: 'sales',
    field: 'pricePerKg',
    fix: { method: 'POST', path: '/sales', body: newSale(record.flock.id, today) },
  };
}

/** The floor of a barn was never measured. */
export function noBarnArea(barn: StoredOf<'barns'>): MissingData {
  return {
    code: 'no_barn_area',
    message: message('profit.no_barn_area', { barn: barn.name }),
    resource: 'barns',
    field: 'areaSqm',
    barnId: barn.id,
    fix: { method: 'PATCH', path: `/barns/${barn.id}`, body: { areaSqm: null } },
  };
}

/** A flock came so long ago that not all it shared in is looked at. */
export function sharedExpensesSince(record: FlockRecord, since: CalendarDay): MissingData {
  return {
    code: 'shared_expenses_since',
    message: message('profit.shared_expenses_since', {
      flock: flockName(record),
      day: { day: since },
    }),
    resource: 'expenses',
    flockId: record.flock.id,
  };
}

/** No table is known for the breed of a flock, so that nothing says how it will grow. */
export function unknownBreed(record: FlockRecord): MissingData {
  return missingOfFlock(record, 'breed_unknown', {
    resource: 'flocks',
    field: 'breed',
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { breed: null } },
  });
}

function newSale(flockId: string, date: CalendarDay): Fix['body'] & object {
  return { flockId, date, birdsCount: null, totalWeightKg: null, pricePerKg: null };
}

function missingOfFlock(
  record: FlockRecord,
  code: string,
  { fix, ...what }: Pick<MissingData, 'resource' | 'field'> & { readonly fix: Fix },
): MissingData {
  return {
    code,
    message: message(`profit.${code}`, { flock: flockName(record) }),
    ...what,
    flockId: record.flock.id,
    // The rows of a sealed flock can no longer be changed.
    ...(record.flock.sealed ? {} : { fix }),
  };
}
