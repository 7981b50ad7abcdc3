import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { type ComparedTender, comparedTenders } from '../../../farming/market/tenders.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { factOf, shown } from '../fact-of.ts';

const PARTS = ['tenders', 'tenderBids'] as const;

/** The best bid of every tender that is still to be decided. */
export const cheapestBid = {
  parts: PARTS,
  per: 'farm',
  aggregations: ['value', 'list'],
  compute: bestBids,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function bestBids(
  snapshot: FarmSnapshot<(typeof PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const tenders = comparedTenders(snapshot);
  const source = { resource: 'tenders', ids: tenders.map(({ tenderId }) => tenderId) } as const;
  return answerOfList(
    tenders.map((tender) => bidItem(tender, snapshot.today)),
    { label: 'Open tenders', text: 'ask.tenders', asOf: snapshot.today, source },
    question,
  );
}

function bidItem(
  { title, bids, best, direction, tenderId }: ComparedTender,
  asOf: string,
): ListItem {
  const count = factOf(`Bids, ${title}`, bids, {
    asOf,
    source: { resource: 'tender-bids', query: { tenderId } },
  });
  const amount = figure('money', best?.price);
  if (!best || amount === null) {
    const line = message('ask.noBid', { title, count: count.value });
    return { facts: [count], lines: [line] };
  }
  const source = { resource: 'tender-bids', ids: [best.bidId] } as const;
  const price = factOf(`Best bid, ${title}`, amount, { unit: best.currency, asOf, source });
  const line = message('ask.bestBid', {
    title,
    direction: direction ?? 'buy',
    price: shown(price),
    hasSupplier: best.supplierName === null ? 'no' : 'yes',
    supplier: best.supplierName ?? '',
    count: count.value,
  });
  return { facts: [price, count], lines: [line] };
}
