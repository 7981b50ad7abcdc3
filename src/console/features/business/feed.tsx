import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayInZone } from '../../../tools/calendar.ts';
import type { SectionOf } from '../../api/insights.ts';
import { namesQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useFormats, useText, useWithUnit, useZone } from '../../i18n/language.tsx';
import { usePageLabels } from '../../i18n/page-labels.ts';
import { MissingList, type SectionProps } from '../../sections/section-parts.tsx';
import {
  FeedPrices,
  FeedSuppliers,
  FeedUse,
  FeedWarnings,
} from '../../sections/trade-sections.tsx';
import { Facts } from '../../ui/facts.tsx';
import { preserveFarm, useFarm } from '../../ui/farm.tsx';
import { FigureValue } from '../../ui/number-table.tsx';
import { Empty } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './business.module.css';
import { ActionButton, BusinessPage, InsightPart } from './business-page.tsx';
import { RecentRecords } from './recent-records.tsx';

/** Feed: days left, orders, deliveries and cost. */
export function Feed(): ReactNode {
  const text = useText();
  return (
    <BusinessPage
      title={text('nav.feed')}
      scope="read:feed-deliveries"
      include={['feed', 'suppliers']}
      aside={
        <>
          <ActionButton type="create_order" />
          <ActionButton type="create_feed_delivery" />
        </>
      }
    >
      {(insights, farmId) => (
        <>
          <InsightPart
            title={text('sections.feedStock')}
            name="feed"
            insights={insights}
            view={FeedSection}
          />
          <RecentRecords
            title={text('feed.orders')}
            resource="feed-orders"
            query={{ farmId }}
            columns={['orderDate', 'feedType', 'quantityKg', 'dueDate', 'status', 'late']}
          />
          <RecentRecords
            title={text('feed.deliveries')}
            resource="feed-deliveries"
            query={{ farmId }}
            columns={['date', 'feedType', 'quantityKg', 'pricePerTon', 'totalCost', 'flockId']}
          />
          <InsightPart
            title={text('sections.feedSuppliers')}
            name="suppliers"
            insights={insights}
            view={FeedSuppliers}
          />
        </>
      )}
    </BusinessPage>
  );
}

function FeedSection(section: SectionProps<'feed'>) {
  return (
    <>
      <Stocks of={section.of} />
      <FeedWarnings {...section} />
      <FeedUse {...section} />
      <FeedPrices {...section} />
      <MissingList missing={section.of.missing} />
    </>
  );
}

/** A card for each flock with the remaining days of feed as its main number. */
function Stocks({ of }: { readonly of: SectionOf<'feed'> }) {
  const text = useText();
  if (of.flocks.length === 0) return <Empty>{text('sections.noFlocks')}</Empty>;
  const sorted = of.flocks.toSorted((a, b) => (a.daysLeft ?? 1e9) - (b.daysLeft ?? 1e9));
  return (
    <ul className={classes['cards']}>
      {sorted.map((flock) => (
        <Stock key={flock.flockId} flock={flock} />
      ))}
    </ul>
  );
}

function Stock({ flock }: { readonly flock: SectionOf<'feed'>['flocks'][number] }) {
  const text = useText();
  const formats = useFormats();
  const page = usePageLabels();
  const farm = useFarm();
  const today = dayInZone(serviceNow(), useZone());
  const { data: names, isLoading } = useQuery(namesQuery('flocks', { farmId: farm?.id }));
  const { flockId, daysLeft, onOrderKg, nextOrderBy, suggestedOrderKg } = flock;
  const name = names?.get(flockId) ?? (isLoading ? '…' : flockId);
  const shownDays = text('barn.daysLeft', {
    days: daysLeft ?? 0,
    shown: formats.number(daysLeft ?? 0, 1),
  });
  const days = flock.stockEstimated ? text('about', { value: shownDays }) : shownDays;
  const isDue = nextOrderBy !== null && nextOrderBy <= today && (suggestedOrderKg ?? 0) > 0;
  return (
    <li className={classes['card']} data-due={isDue || undefined}>
      <h3>
        <Link to="/flocks/$id" params={{ id: flockId }} search={preserveFarm}>
          <bdi>{name}</bdi>
        </Link>
      </h3>
      <p className={classes['big']}>
        {isDue && <SeverityMark severity={flock.severity} isShort />}{' '}
        {daysLeft === null ? <em>{text('unknown')}</em> : days}
      </p>
      <p>
        <OrderDay day={nextOrderBy} kg={suggestedOrderKg} isDue={isDue} />
      </p>
      <Facts
        of={[
          [page('col.inStock'), <StockKg key="stock" of={flock} />],
          [text('feed.onOrder'), <FigureValue key="order" form="kg" value={onOrderKg} />],
          [text('feed.suggested'), <FigureValue key="new" form="kg" value={suggestedOrderKg} />],
        ]}
      />
      {(suggestedOrderKg ?? 0) > 0 && (
        <ActionButton
          type="create_order"
          label={text('feed.order')}
          about={name}
          initial={{ quantityKg: suggestedOrderKg }}
        />
      )}
    </li>
  );
}

/** The feed in stock, an estimate where feed is not logged on every day. */
function StockKg({ of }: { readonly of: SectionOf<'feed'>['flocks'][number] }) {
  const text = useText();
  const formats = useFormats();
  const withUnit = useWithUnit();
  const { stockKg, stockEstimated } = of;
  if (stockKg === null || !stockEstimated) return <FigureValue form="kg" value={stockKg} />;
  return text('about', { value: withUnit(formats.measure(stockKg), 'kg', stockKg) });
}

/** The date to order feed, where stock and orders are insufficient. */
function OrderDay(props: {
  readonly day: string | null;
  readonly kg: number | null;
  readonly isDue: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  if (props.kg === 0) return text('feed.enough');
  if (props.day === null) return text('feed.noOrderDay');
  return props.isDue
    ? text('feed.orderNow')
    : text('feed.orderBy', { day: formats.day(props.day) });
}
