import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type InsightSection, insightSections } from '../../../model/core/insight-sections.ts';
import {
  findSection,
  type Insights,
  insightsQuery,
  type SectionName,
  type SectionOf,
} from '../../api/insights.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { pageLabelsQuery, usePageLabels } from '../../i18n/page-labels.ts';
import {
  BarnsSection,
  BenchmarkSection,
  HealthSection,
  PlacementsSection,
  PlanSection,
  RiskSection,
  WeatherSection,
  WeightsSection,
} from '../../sections/bird-sections.tsx';
import {
  CashSection,
  LaborSection,
  LeaksSection,
  ProfitSection,
} from '../../sections/money-sections.tsx';
import type { SectionProps } from '../../sections/section-parts.tsx';
import { FeedSection, MarketSection, SuppliersSection } from '../../sections/trade-sections.tsx';
import { FarmClock, preserveFarm, useFarm } from '../../ui/farm.tsx';
import { Answered, Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './insights.module.css';

/** The view of each section; a missing one fails to compile. */
const VIEWS: { readonly [S in InsightSection]: (props: SectionProps<S>) => ReactNode } = {
  actionPlan: PlanSection,
  health: HealthSection,
  profit: ProfitSection,
  leaks: LeaksSection,
  benchmark: BenchmarkSection,
  labor: LaborSection,
  market: MarketSection,
  feed: FeedSection,
  cashflow: CashSection,
  barnComparison: BarnsSection,
  placements: PlacementsSection,
  suppliers: SuppliersSection,
  weather: WeatherSection,
  weights: WeightsSection,
  risk: RiskSection,
};

/** The fifteen analyses of a farm, each with its rating and missing data. */
export function InsightsScreen(): ReactNode {
  const maySee = useCan()('read:*');
  const farm = useFarm();
  if (!maySee) return <Forbidden scope="read:*" />;
  if (!farm) return <Empty />;
  return (
    <FarmClock key={farm.id} farmId={farm.id}>
      <FarmInsights farmId={farm.id} />
    </FarmClock>
  );
}

function FarmInsights({ farmId }: { readonly farmId: string }) {
  const text = useText();
  const formats = useFormats();
  const { language } = useLanguage().wording;
  const insights = useQuery(insightsQuery({ farmId }, language));
  const labels = useQuery(pageLabelsQuery(language));
  const title = text('nav.insights');
  if (!labels.data) return <Unanswered query={labels} title={title} />;
  return (
    <Answered query={insights} title={title}>
      {(answer) => (
        <Page
          title={title}
          aside={<time dateTime={answer.asOf}>{formats.instant(answer.asOf)}</time>}
        >
          <Overview insights={answer} />
          <div className={classes['sections']}>
            {insightSections.map((name) => (
              <SectionCard key={name} name={name} insights={answer} />
            ))}
          </div>
        </Page>
      )}
    </Answered>
  );
}

/** The sections with their ratings; each links to its card. */
function Overview({ insights }: { readonly insights: Insights }) {
  const text = useText();
  const page = usePageLabels();
  return (
    <nav aria-label={text('insights.overview')}>
      <ul className={classes['overview']}>
        {insightSections.map((name) => (
          <li key={name}>
            <Link to="/insights" hash={name} search={preserveFarm}>
              {page(`section.${name}`)} <Rating insights={insights} name={name} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The rating of a section in a word: its level, its grades, or that data is missing. */
function Rating({ insights, name }: { readonly insights: Insights; readonly name: SectionName }) {
  const section = findSection(insights, name);
  const level = ratingLevel(insights, name);
  if (!section) return <SeverityMark severity="warning" isShort />;
  if (level !== undefined) return <SeverityMark severity={level} isShort />;
  if (name === 'health') {
    const grades = findSection(insights, 'health')?.flocks.flatMap(({ grade }) => grade ?? []);
    return <small>{grades?.join(' ')}</small>;
  }
  return section.status === 'ok' ? null : <SeverityMark severity="info" isShort />;
}

function ratingLevel(insights: Insights, name: SectionName): string | undefined {
  if (name === 'actionPlan') return findSection(insights, name)?.items[0]?.severity;
  if (name === 'risk') return findSection(insights, name)?.level ?? undefined;
  const heat = name === 'weather' ? findSection(insights, name)?.heatRisk : undefined;
  return heat === 'warning' || heat === 'critical' ? heat : undefined;
}

function SectionCard<S extends InsightSection>(props: {
  readonly name: S;
  readonly insights: Insights;
}) {
  const { name, insights } = props;
  const text = useText();
  const page = usePageLabels();
  const section = findSection(insights, name);
  const failed = insights.sections[name];
  if (failed === undefined) return null;
  const View = VIEWS[name] as (props: SectionProps<S>) => ReactNode;
  return (
    <section id={name} className={classes['card']} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{page(`section.${name}`)}</h2>
        {section && section.status !== 'ok' && (
          <span className={classes['status']}>
            <SeverityMark severity={section.status === 'partial' ? 'info' : 'warning'} isShort />
            {page(`status.${section.status}`)}
          </span>
        )}
      </header>
      {section ? (
        <View of={section as SectionOf<S>} currency={insights.currency} />
      ) : (
        <Empty>
          {'error' in failed && failed.error ? failed.error.message : text('error.title')}
        </Empty>
      )}
    </section>
  );
}
