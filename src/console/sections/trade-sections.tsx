import type { ReactNode } from 'react';
import { wordOf } from '../../i18n/labels.ts';
import type { SectionOf } from '../api/insights.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../i18n/language.tsx';
import { usePageLabels } from '../i18n/page-labels.ts';
import { NumberList } from '../ui/number-list.tsx';
import { NumberTable } from '../ui/number-table.tsx';
import { MissingList, Notice, Part, type SectionProps } from './section-parts.tsx';

/** Feed consumption, stock and orders. */
export function FeedSection({ of, currency }: SectionProps<'feed'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <>
      <Part title={text('sections.feedStock')}>
        <NumberTable
          label={text('sections.feedStock')}
          rows={of.flocks}
          keyOf={({ flockId }) => flockId}
          columns={[
            [page('col.flock'), 'flock', ({ flockId }) => flockId],
            [page('col.inStock'), 'kg', ({ stockKg }) => stockKg, stockMark],
            [page('col.daysLeft'), 'number', ({ daysLeft }) => daysLeft, stockMark],
            [text('feed.onOrder'), 'kg', ({ onOrderKg }) => onOrderKg],
            [page('col.orderBy'), 'day', ({ nextOrderBy }) => nextOrderBy],
            [text('feed.suggested'), 'kg', ({ suggestedOrderKg }) => suggestedOrderKg],
          ]}
        >
          {text('sections.noFlocks')}
        </NumberTable>
      </Part>
      <FeedUse of={of} currency={currency} />
      <FeedPrices of={of} currency={currency} />
      <FeedWarnings of={of} currency={currency} />
      <MissingList missing={of.missing} />
    </>
  );
}

function stockMark({ stockEstimated }: SectionOf<'feed'>['flocks'][number]) {
  return stockEstimated && 'feedEstimated';
}

/** Why the feed conversion of a flock is not exact. */
function fcrMark(row: SectionOf<'feed'>['flocks'][number]) {
  if (row.fcrEstimated) return 'feedEstimated';
  return row.upperBound ? 'feedDelivered' : row.fcrLowerBound && 'atLeast';
}

/** Feed consumption of each flock compared with the standard of its breed. */
export function FeedUse({ of }: SectionProps<'feed'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <Part title={text('sections.feedUse')}>
      <NumberTable
        label={text('sections.feedUse')}
        rows={of.flocks}
        keyOf={({ flockId }) => flockId}
        columns={[
          [page('col.flock'), 'flock', ({ flockId }) => flockId],
          [
            page('col.perBird'),
            'g',
            ({ gPerBird }) => gPerBird,
            (row) =>
              row.gPerBirdEstimated ? 'perBirdEstimated' : row.gPerBirdLowerBound && 'atLeast',
          ],
          [page('col.standard'), 'g', ({ stdGPerBird }) => stdGPerBird],
          [text('sections.deviation'), 'change', ({ devPct }) => devPct],
          [page('col.fcr'), 'ratio', ({ cumFcr }) => cumFcr, fcrMark],
          [text('sections.fcrStandard'), 'ratio', ({ stdFcr }) => stdFcr],
          [text('sections.fcrEgg'), 'ratio', ({ fcrEgg }) => fcrEgg, () => 'eggWeightAssumed'],
        ]}
      >
        {text('sections.noFlocks')}
      </NumberTable>
    </Part>
  );
}

/** Price of each feed. */
export function FeedPrices({ of, currency }: SectionProps<'feed'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const { labels } = useLanguage().wording;
  const formats = useFormats();
  const withUnit = useWithUnit();
  const { pricePerTon, trendPctPer30d, leadDays, leadDaysAssumed } = of.farm;
  const lead = withUnit(formats.measure(leadDays), 'days', leadDays);
  return (
    <Part title={text('sections.feedPrices')}>
      <NumberTable
        label={text('sections.feedPrices')}
        rows={pricePerTon}
        keyOf={({ feedType }) => feedType ?? ''}
        columns={[
          [page('col.feed'), 'text', ({ feedType }) => feedType && wordOf(labels, feedType)],
          [page('col.delivered'), 'kg', ({ kg }) => kg],
          [page('col.pricePerTon'), { money: currency }, (row) => row.pricePerTon],
        ]}
      >
        {text('sections.noDeliveries')}
      </NumberTable>
      <NumberList
        of={[
          [page('figure.trend'), 'change', trendPctPer30d],
          leadDaysAssumed
            ? [text('sections.leadDays'), 'text', text('sections.assumed', { value: lead })]
            : [text('sections.leadDays'), 'days', leadDays],
        ]}
      />
    </Part>
  );
}

/** Orders that are overdue, and feeds that do not suit the age of their flock. */
export function FeedWarnings({ of }: SectionProps<'feed'>): ReactNode {
  return of.flocks
    .flatMap(({ lateOrder, phaseWarning }) => [lateOrder, phaseWarning])
    .filter((warning) => warning !== null)
    .map((warning) => (
      <Notice key={warning} severity="warning">
        {warning}
      </Notice>
    ));
}

/** Prices, customers, tenders and selling days. */
export function MarketSection({ of, currency }: SectionProps<'market'>): ReactNode {
  return (
    <>
      <MarketPrices of={of} currency={currency} />
      <SellWindow of={of} currency={currency} />
      <Customers of={of} currency={currency} />
      <MarketOrders of={of} currency={currency} />
      <Tenders of={of} currency={currency} />
      <MissingList missing={of.missing} />
    </>
  );
}

/** Prices per kilogram. */
export function MarketPrices({ of, currency }: SectionProps<'market'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const price = { price: currency };
  const { last, lastDate, w30, w90, trendPctPer30d, minMax12m } = of.price;
  return (
    <NumberList
      of={[
        [page('figure.lastPrice'), price, last],
        [text('market.lastSale'), 'day', lastDate],
        [page('figure.price30'), price, w30],
        [page('figure.price90'), price, w90],
        [page('figure.trend'), 'change', trendPctPer30d],
        [text('market.lowest12'), price, minMax12m?.min],
        [text('market.highest12'), price, minMax12m?.max],
      ]}
    />
  );
}

/** The best day to sell each flock. */
export function SellWindow({ of, currency }: SectionProps<'market'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const flocks = of.sellWindow.map((flock) => ({
    ...flock,
    onBest: flock.days.find(({ date }) => date === (flock.bestDate ?? flock.notBefore)),
  }));
  type Flock = (typeof flocks)[number];
  const inexact = (flock: Flock) =>
    (flock.weightUncalibrated || flock.standardAssumed) && 'unreliable';
  return (
    <Part title={text('market.sellWindow')}>
      <NumberTable
        label={text('market.sellWindow')}
        rows={flocks}
        keyOf={({ flockId }) => flockId}
        columns={[
          [page('col.flock'), 'flock', ({ flockId }) => flockId],
          [page('col.verdict'), 'text', ({ verdict }) => verdict && page(`verdict.${verdict}`)],
          [page('col.bestDay'), 'day', ({ bestDate }) => bestDate ?? '', inexact],
          [page('col.notBefore'), 'day', ({ notBefore }) => notBefore ?? '', inexact],
          [page('col.withdrawal'), 'day', ({ withdrawalUntil }) => withdrawalUntil ?? ''],
          [page('col.age'), 'days', ({ onBest }) => onBest?.ageDays],
          [page('col.weight'), 'kg', ({ onBest }) => onBest?.weightKg, inexact],
          [text('market.nextDay'), { money: currency }, ({ onBest }) => onBest?.net, inexact],
        ]}
      >
        {text('market.noSellWindow')}
      </NumberTable>
      {flocks.some(({ notBefore }) => notBefore !== null) && <p>{page('waitNote')}</p>}
    </Part>
  );
}

/** Customers with amounts and prices. */
export function Customers({ of, currency }: SectionProps<'market'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <Part title={text('market.customers')}>
      <NumberTable
        label={text('market.customers')}
        rows={of.customers}
        keyOf={({ customerId }) => customerId ?? ''}
        columns={[
          [page('col.customer'), 'text', ({ name, customerId }) => name ?? customerId],
          [page('col.sold'), 'kg', ({ kg }) => kg],
          [page('col.pricePerKg'), { price: currency }, ({ avgPrice }) => avgPrice],
          [page('col.condemned'), 'percent', ({ condemnedPct }) => condemnedPct],
          [page('col.daysSince'), 'number', ({ daysSince }) => daysSince],
        ]}
      >
        {text('market.noSales')}
      </NumberTable>
    </Part>
  );
}

/** Orders, offers and agreements that are not completed. */
export function MarketOrders({ of, currency }: SectionProps<'market'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  const page = usePageLabels();
  const { labels } = useLanguage().wording;
  const withUnit = useWithUnit();
  return (
    <Part title={text('market.orders')}>
      <NumberTable
        label={text('market.orders')}
        rows={of.openOrders}
        keyOf={({ id }) => id}
        columns={[
          [page('col.order'), 'text', ({ title }) => title],
          [
            page('col.direction'),
            'text',
            ({ direction }) => direction && wordOf(labels, direction),
          ],
          [
            page('col.quantity'),
            'text',
            ({ quantity, unit }) =>
              quantity === null ? null : withUnit(formats.number(quantity), unit),
          ],
          [page('col.amount'), { money: currency }, ({ total }) => total],
          [page('col.due'), 'day', ({ needByDate }) => needByDate],
          [
            page('col.state'),
            'text',
            ({ status }) => status && wordOf(labels, status, 'market-orders'),
          ],
        ]}
      >
        {text('market.noOrders')}
      </NumberTable>
    </Part>
  );
}

/** Tenders with their best bids. */
function Tenders({ of }: SectionProps<'market'>) {
  const text = useText();
  const page = usePageLabels();
  const { labels } = useLanguage().wording;
  return (
    <Part title={text('market.tenders')}>
      <NumberTable
        label={text('market.tenders')}
        rows={of.tenders}
        keyOf={({ tenderId }) => tenderId}
        columns={[
          [page('col.tender'), 'text', ({ title }) => title],
          [
            page('col.direction'),
            'text',
            ({ direction }) => direction && wordOf(labels, direction),
          ],
          [page('col.bids'), 'number', ({ bids }) => bids],
          [page('col.best'), 'text', ({ best }) => best?.supplierName],
          [page('col.price'), 'number', ({ best }) => best?.price],
          [page('col.currency'), 'text', ({ best }) => best?.currency],
          [page('col.daysLeft'), 'daysLeft', ({ deadlineInDays }) => deadlineInDays],
        ]}
      >
        {text('market.noTenders')}
      </NumberTable>
    </Part>
  );
}

/** Performance of feed suppliers over a year. */
export function FeedSuppliers({ of, currency }: SectionProps<'suppliers'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <NumberTable
      label={text('sections.feedSuppliers')}
      rows={of.feed}
      keyOf={({ supplierId }) => supplierId}
      columns={[
        [page('col.supplier'), 'text', ({ name, supplierId }) => name ?? supplierId],
        [page('col.deliveries'), 'number', ({ deliveries }) => deliveries],
        [page('col.pricePerTon'), { money: currency }, ({ pricePerTon }) => pricePerTon],
        [page('col.onTime'), 'percent', ({ onTimePct }) => onTimePct],
        [page('col.fcrIndex'), 'number', ({ fcrIndex }) => fcrIndex],
        [page('col.score'), 'number', ({ score }) => score],
      ]}
    />
  );
}

/** Performance of suppliers over a year. */
export function SuppliersSection({ of, currency }: SectionProps<'suppliers'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const score = page('col.score');
  return (
    <>
      <Part title={text('sections.feedSuppliers')}>
        <FeedSuppliers of={of} currency={currency} />
      </Part>
      <Part title={text('sections.chickSuppliers')}>
        <NumberTable
          label={text('sections.chickSuppliers')}
          rows={of.chicks}
          keyOf={({ supplierId }) => supplierId}
          columns={[
            [page('col.supplier'), 'text', ({ name, supplierId }) => name ?? supplierId],
            [page('col.flocks'), 'number', ({ flocks }) => flocks],
            [page('col.pricePerChick'), { price: currency }, (row) => row.pricePerChick],
            [page('col.short'), 'percent', ({ shortPct }) => shortPct],
            [page('col.firstWeek'), 'percent', (row) => row.firstWeekMortalityPct],
            [score, 'number', (row) => row.score],
          ]}
        />
      </Part>
      <Part title={text('sections.medicineSuppliers')}>
        <NumberTable
          label={text('sections.medicineSuppliers')}
          rows={of.medicine}
          keyOf={({ supplierId }) => supplierId}
          columns={[
            [page('col.supplier'), 'text', ({ name, supplierId }) => name ?? supplierId],
            [page('col.items'), 'number', (row) => row.items],
            [page('col.expired'), 'percent', ({ expiredSharePct }) => expiredSharePct],
            [score, 'number', (row) => row.score],
          ]}
        />
      </Part>
      <MissingList missing={of.missing} />
    </>
  );
}
