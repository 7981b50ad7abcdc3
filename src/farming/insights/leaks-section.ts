import { message } from '../../model/message.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { closedFlocksOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import { findLeaks } from '../leaks/find-leaks.ts';
import type { Leak, LeakContext } from '../leaks/leak.ts';
import { roundEvidence } from '../leaks/round-evidence.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { expectedRevenue } from '../money/expected-revenue.ts';
import { FARM_MONEY_PARTS, farmMoneyOf } from '../money/farm-money.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { MissingData, SectionDefinition } from './section.ts';

const PARTS = [...FARM_MONEY_PARTS, 'medicine'] as const;
type LeakSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Money lost, each loss against a stated reference. */
export const leaksSection: SectionDefinition<(typeof PARTS)[number], never> = {
  parts: PARTS,
  uses: [],
  compute: computeLeaks,
};

function computeLeaks(snapshot: LeakSnapshot) {
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const missing = missingOf(snapshot);
  const isEnough = salePrice !== null || feedPrice !== null;
  const leaks = isEnough ? findLeaks(snapshot) : [];
  const amounts = leaks.map(({ amount }) => amount).filter((amount) => amount !== null);
  return {
    status: !isEnough ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    rows: leaks.map((leak) => rowOf(leak, snapshot)),
    total: isEnough ? figure('money', sum(amounts)) : null,
  } as const;
}

function rowOf(leak: Leak, snapshot: LeakContext['snapshot']) {
  const records = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)];
  const record = records.find(({ flock }) => flock.id === leak.flockId);
  return {
    kind: leak.kind,
    flockId: leak.flockId,
    barnId: leak.barnId,
    amount: figure('money', leak.amount),
    currency: snapshot.currency,
    pctOfRevenue: figure(
      'pct',
      percentOf(leak.amount, record && expectedRevenue(record, snapshot)),
    ),
    reference: roundEvidence(leak.reference),
    evidence: roundEvidence(leak.evidence),
    confidence: leak.confidence,
  };
}

function missingOf(snapshot: LeakSnapshot): MissingData[] {
  const { farm, today } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const newest = [...snapshot.liveFlocks, ...snapshot.closedFlocks].find(
    ({ status, sealed }) => status !== 'planned' && sealed !== true,
  );
  const sale = {
    flockId: newest?.id ?? null,
    date: today,
    birdsCount: null,
    totalWeightKg: null,
    pricePerKg: null,
  };
  const delivery = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
  return [
    ...(salePrice === null ? [lacking('no_sale_price', 'sales', sale)] : []),
    ...(feedPrice === null ? [lacking('no_feed_cost', 'feed-deliveries', delivery)] : []),
  ];
}

function lacking(
  code: string,
  resource: string,
  body: Readonly<Record<string, unknown>>,
): MissingData {
  const fix = { method: 'POST', path: `/${resource}`, body } as const;
  return { code, message: message(`leaks.${code}`), resource, need: 1, have: 0, fix };
}
