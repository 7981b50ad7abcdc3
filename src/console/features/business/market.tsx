import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { closeDirections } from '../../../tools/text.ts';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../../i18n/language.tsx';
import { usePageLabels } from '../../i18n/page-labels.ts';
import { MissingList, type SectionProps } from '../../sections/section-parts.tsx';
import {
  Customers,
  MarketOrders,
  MarketPrices,
  SellWindow,
} from '../../sections/trade-sections.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { NumberTable } from '../../ui/number-table.tsx';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import classes from './business.module.css';
import { ActionButton, AllRecords, BusinessPage, InsightPart } from './business-page.tsx';

/** Market: prices, the best day to sell, tenders with their bids, orders. */
export function Market(): ReactNode {
  const text = useText();
  return (
    <BusinessPage
      title={text('nav.market')}
      scope="read:sales"
      include={['market']}
      aside={<ActionButton type="create_order" />}
    >
      {(insights, farmId) => (
        <>
          <InsightPart
            title={text('market.prices')}
            name="market"
            insights={insights}
            view={PriceSection}
          />
          <Tenders farmId={farmId} />
          <InsightPart
            title={text('market.trade')}
            name="market"
            insights={insights}
            aside={<AllRecords resource="market-orders" />}
            view={TradeSection}
          />
        </>
      )}
    </BusinessPage>
  );
}

function PriceSection(section: SectionProps<'market'>) {
  return (
    <>
      <MarketPrices {...section} />
      <SellWindow {...section} />
      <MissingList missing={section.of.missing} />
    </>
  );
}

function TradeSection(section: SectionProps<'market'>) {
  return (
    <>
      <MarketOrders {...section} />
      <Customers {...section} />
    </>
  );
}

/** The open tenders, with the bids of each side by side. */
function Tenders({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const can = useCan();
  const maySee = can('read:tenders') && can('read:tender-bids');
  const { list: tenders, rest } = useGrowingList((limit) => ({
    ...listQuery('tenders', { farmId, status: 'open', limit }),
    ...periodicRefresh,
    enabled: maySee,
  }));
  if (!maySee) return null;
  return (
    <Section title={text('market.tenders')} aside={<AllRecords resource="tenders" />}>
      <Answered query={tenders}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{text('market.noTenders')}</Empty>
          ) : (
            data.map((tender) => <Tender key={tender.id} tender={tender} />)
          )
        }
      </Answered>
      {rest}
    </Section>
  );
}

function Tender({ tender }: { readonly tender: Row<'tenders'> }) {
  const text = useText();
  const formats = useFormats();
  const page = usePageLabels();
  const { labels } = useLanguage().wording;
  const withUnit = useWithUnit();
  const { id, title, direction, quantity, unit, deadline, bestBidId } = tender;
  const { list: bids, rest } = useGrowingList((limit) => ({
    ...listQuery('tender-bids', { tenderId: id, limit }),
    ...periodicRefresh,
  }));
  const about = [
    direction && wordOf(labels, direction),
    quantity === null ? null : withUnit(formats.number(quantity), unit),
    deadline && text('market.deadline', { day: formats.day(deadline) }),
  ].filter((part) => part !== null);
  return (
    <article className={classes['tender']}>
      <h3>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'tenders', id }}
          search={preserveFarm}
          dir="auto"
        >
          {title}
        </Link>
      </h3>
      <p>{about.map(closeDirections).join(' · ')}</p>
      <Answered query={bids}>
        {({ data }) => (
          <NumberTable
            label={title}
            rows={data}
            keyOf={(bid) => bid.id}
            columns={[
              [
                page(direction === 'sell' ? 'col.buyer' : 'col.supplier'),
                'text',
                ({ supplierName }) => supplierName ?? text('unknown'),
              ],
              [
                page('col.price'),
                'number',
                ({ price, currency }) => price && formats.amount(price, currency ?? undefined),
              ],
              [labelOf(labels, 'deliveryDate'), 'day', ({ deliveryDate }) => deliveryDate],
              [
                page('col.state'),
                'text',
                ({ status }) => status && wordOf(labels, status, 'tender-bids'),
              ],
              [
                page('col.best'),
                'text',
                (bid) => (bid.id === bestBidId ? `★ ${text('market.best')}` : ''),
              ],
            ]}
          >
            {text('market.noBids')}
          </NumberTable>
        )}
      </Answered>
      {rest}
    </article>
  );
}
