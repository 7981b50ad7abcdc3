import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { findSection, type Insights } from '../../api/insights.ts';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import items from '../../ui/items.module.css';
import { FigureValue } from '../../ui/number-table.tsx';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './business.module.css';
import { ActionButton, AllRecords, BusinessPage } from './business-page.tsx';
import { RecentRecords } from './recent-records.tsx';

/** Medicine: withdrawal periods, stock and treatments. */
export function Medicine(): ReactNode {
  const text = useText();
  return (
    <BusinessPage
      title={text('nav.medicine')}
      scope="read:medicine"
      include={['health']}
      aside={
        <>
          <NewTreatment />
          <ActionButton type="create_medicine" />
        </>
      }
    >
      {(insights, farmId) => (
        <>
          <Withdrawals insights={insights} />
          <Store farmId={farmId} />
          <RecentRecords
            title={text('flock.treatments')}
            resource="treatments"
            query={{ farmId }}
            columns={['date', 'flockId', 'kind', 'product', 'vetName', 'withdrawalUntil']}
          />
        </>
      )}
    </BusinessPage>
  );
}

function NewTreatment() {
  const { labels, text } = useLanguage().wording;
  const mayWrite = useCan()('write:treatments');
  if (!mayWrite) return null;
  return (
    <Button
      variant="default"
      renderRoot={(root) => (
        <Link
          {...root}
          to="/records/$resource/new"
          params={{ resource: 'treatments' }}
          search={preserveFarm}
        />
      )}
    >
      {text('form.new', { record: labels.singulars.treatments })}
    </Button>
  );
}

/** The treatments with an active withdrawal period. */
function Withdrawals({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const health = findSection(insights, 'health');
  const running = health?.flocks
    .flatMap(({ flockId, treatmentsActive }) =>
      treatmentsActive.map((treatment) => ({ flockId, ...treatment })),
    )
    .toSorted((a, b) => (b.withdrawalUntil ?? '').localeCompare(a.withdrawalUntil ?? ''));
  return (
    <Section title={text('medicine.withdrawals')}>
      {running?.length === 0 && <Empty>{text('medicine.noWithdrawals')}</Empty>}
      {!running && <Empty>{text('error.title')}</Empty>}
      <ul className={items['list']}>
        {running?.map(({ flockId, treatmentId, product, kind, withdrawalUntil }) => (
          <li key={treatmentId} className={items['item']}>
            <SeverityMark severity={withdrawalUntil === null ? 'info' : 'critical'} isShort />
            <div className={items['what']}>
              <FigureValue form="flock" value={flockId} />
              {' · '}
              <Link
                to="/records/$resource/$id"
                params={{ resource: 'treatments', id: treatmentId }}
                search={preserveFarm}
                dir="auto"
              >
                {product ?? (kind === null ? treatmentId : wordOf(labels, kind))}
              </Link>
              <p>
                {withdrawalUntil === null
                  ? text('medicine.unknownWithdrawal')
                  : text('flock.withdrawal', { day: formats.day(withdrawalUntil) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The medicine stock; expired and low items first. */
function Store({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const { list: store, rest } = useGrowingList((limit) => ({
    ...listQuery('medicine', { farmId, order: 'expiryDate', dir: 'asc', limit }),
    ...periodicRefresh,
  }));
  return (
    <Section title={text('medicine.store')} aside={<AllRecords resource="medicine" />}>
      <Answered query={store}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{text('medicine.empty')}</Empty>
          ) : (
            <ul className={items['list']}>
              {data
                .toSorted((a, b) => rankOf(a) - rankOf(b))
                .map((row) => (
                  <Item key={row.id} row={row} />
                ))}
            </ul>
          )
        }
      </Answered>
      {rest}
    </Section>
  );
}

function rankOf({ expired, lowStock }: Row<'medicine'>): number {
  return expired ? 0 : lowStock ? 1 : 2;
}

function Item({ row }: { readonly row: Row<'medicine'> }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const { id, name, kind, quantity, unit, minQuantity, expiryDate, expired, lowStock } = row;
  const amount = (value: number) =>
    [formats.number(value), unit && wordOf(labels, unit)].filter(Boolean).join(' ');
  return (
    <li className={items['item']}>
      <SeverityMark severity={expired ? 'critical' : lowStock ? 'warning' : 'ok'} isShort />
      <div className={items['what']}>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'medicine', id }}
          search={preserveFarm}
          dir="auto"
        >
          {name}
        </Link>
        <p>
          {kind !== null && `${wordOf(labels, kind)} · `}
          {expired && <strong className={items['late']}>{text('medicine.expired')} · </strong>}
          {expiryDate === null
            ? text('medicine.noExpiry')
            : text('medicine.expires', { day: formats.day(expiryDate) })}
        </p>
      </div>
      <div className={classes['amount']}>
        <strong>
          {quantity === null ? <em>{text('unknown')}</em> : <bdi>{amount(quantity)}</bdi>}
        </strong>
        {lowStock && (
          <small className={items['late']}>
            {minQuantity === null
              ? text('medicine.low')
              : text('medicine.lowBelow', { amount: amount(minQuantity) })}
          </small>
        )}
      </div>
    </li>
  );
}
