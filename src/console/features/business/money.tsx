import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dashboardQuery } from '../../api/answers.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { usePageLabels } from '../../i18n/page-labels.ts';
import { CashSection, LeaksSection, ProfitSection } from '../../sections/money-sections.tsx';
import { NumberList } from '../../ui/number-list.tsx';
import { Answered, Section } from '../../ui/page.tsx';
import { ActionButton, BusinessPage, InsightPart } from './business-page.tsx';
import { RecentRecords } from './recent-records.tsx';

/** Money: the current month, profit of flocks, losses, cash flow. */
export function Money(): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <BusinessPage
      title={text('nav.money')}
      scope="read:expenses"
      include={['profit', 'leaks', 'cashflow']}
      aside={<ActionButton type="create_expense" />}
    >
      {(insights, farmId) => (
        <>
          <Month farmId={farmId} />
          <InsightPart
            title={page('section.profit')}
            name="profit"
            insights={insights}
            view={ProfitSection}
          />
          <InsightPart
            title={page('section.cashflow')}
            name="cashflow"
            insights={insights}
            view={CashSection}
          />
          <InsightPart
            title={page('section.leaks')}
            name="leaks"
            insights={insights}
            view={LeaksSection}
          />
          <RecentRecords
            title={text('money.expenses')}
            resource="expenses"
            query={{ farmId }}
            columns={['date', 'category', 'description', 'amount', 'flockId']}
          />
          <RecentRecords
            title={text('flock.sales')}
            resource="sales"
            query={{ farmId }}
            columns={[
              'date',
              'flockId',
              'birdsCount',
              'totalWeightKg',
              'pricePerKg',
              'totalAmount',
            ]}
          />
        </>
      )}
    </BusinessPage>
  );
}

/** The recorded amounts of the current month, without expected ones. */
function Month({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const formats = useFormats();
  const { language } = useLanguage().wording;
  const dashboard = useQuery(dashboardQuery(farmId, language));
  return (
    <Section title={text('money.month')}>
      <Answered query={dashboard}>
        {({ figures: { money } }) => {
          const form = { money: money.currency };
          return (
            <>
              <p>
                {text('money.period', { from: formats.day(money.from), to: formats.day(money.to) })}
              </p>
              <NumberList
                of={[
                  [text('money.revenue'), form, money.revenue],
                  [text('money.feed'), form, money.feed],
                  [text('money.otherExpenses'), form, money.expenses],
                  [text('money.net'), form, money.net],
                ]}
              />
            </>
          );
        }}
      </Answered>
    </Section>
  );
}
