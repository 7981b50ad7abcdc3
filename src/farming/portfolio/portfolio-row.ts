import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { knownSum, sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { meanWeightDeviation } from '../flocks/projections.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { qualityParts, qualityScore } from '../gaps/quality-parts.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { farmHealth } from './farm-health.ts';
import { lastEpef } from './last-epef.ts';
import type { PortfolioFarm, PortfolioMoney } from './portfolio-farm.ts';
import { portfolioQuality } from './portfolio-quality.ts';
import { portfolioRecord } from './portfolio-record.ts';

/** Open alerts by severity. */
export type AlertCounts = PortfolioFarm['openAlerts'];

/** What asks for somebody: a critical alert; a warning or a question; nothing; no birds at all. */
export type FarmStatus = 'critical' | 'warning' | 'ok' | 'empty';

/** A farm in a portfolio, in headline figures. */
export interface PortfolioRow {
  readonly farmId: string;
  readonly name: string;
  readonly vertical: string | null;
  readonly barns: number;
  readonly activeFlocks: number;
  readonly birds: number | null;
  readonly capacityUsedPct: number | null;
  readonly openAlerts: AlertCounts;
  readonly overdueTasks: number;
  readonly unansweredQuestions: number;
  readonly mortality7dPct: number | null;
  readonly weightDeviationPct: number | null;
  readonly epefLast: number | null;
  readonly dataQuality: number | null;
  readonly healthScore: number | null;
  readonly revenue30d: number | null;
  readonly expenses30d: number | null;
  readonly currency: string;
  readonly lastActivityAt: string | null;
  readonly status: FarmStatus;
}

/** Days of deaths that `mortality7dPct` looks back on, today included. */
const MORTALITY_DAYS = 7;

/** The headline figures of a farm. */
export function portfolioRow(farm: PortfolioFarm, thresholds: Thresholds): PortfolioRow {
  const records = farm.liveFlocks.map((flock) => portfolioRecord(flock, farm));
  const logged = records.filter((_, index) => (farm.liveFlocks[index]?.loggedDays ?? 0) > 0);
  const birds = knownSum(records.map(({ live }) => live));
  const { money30d, lastFlock } = farm;
  return {
    farmId: farm.farm.id,
    name: farm.farm.name,
    vertical: farm.farm.vertical,
    barns: farm.barns,
    activeFlocks: records.length,
    birds,
    capacityUsedPct: figure('pct', percentOf(birds, farm.capacity)),
    openAlerts: farm.openAlerts,
    overdueTasks: farm.overdueTasks,
    unansweredQuestions: farm.unansweredQuestions,
    mortality7dPct: figure('pct', mortalityPct(records, farm.today)),
    weightDeviationPct: figure('pct', meanWeightDeviation(records)),
    epefLast: figure('score', lastFlock && lastEpef(lastFlock, farm, thresholds)),
    dataQuality: qualityScore(qualityParts(portfolioQuality(farm, records, thresholds))),
    healthScore: figure('score', farmHealth(logged, farm, thresholds)),
    revenue30d: figure('money', money30d.revenue),
    expenses30d: figure('money', spent(money30d)),
    currency: farm.farm.currency ?? 'ILS',
    lastActivityAt: farm.lastActivityAt,
    status: statusOf(farm),
  };
}

function statusOf(farm: PortfolioFarm): FarmStatus {
  const { openAlerts, unansweredQuestions, liveFlocks } = farm;
  if (openAlerts.critical > 0) return 'critical';
  if (openAlerts.warning > 0 || unansweredQuestions > 0) return 'warning';
  return liveFlocks.length === 0 ? 'empty' : 'ok';
}

/** Deaths of the last seven days by the birds alive before the first of them that is recorded. */
function mortalityPct(records: readonly FlockRecord[], today: CalendarDay): number | null {
  const windows = records.flatMap((record) => {
    const recent = recentDays(record, today, MORTALITY_DAYS);
    const days = recent.filter(({ log }) => log?.mortality != null);
    const opening = days[0]?.opening ?? null;
    return opening === null
      ? []
      : [{ opening, deaths: sum(days.map(({ log }) => log?.mortality)) }];
  });
  return percentOf(
    sum(windows.map(({ deaths }) => deaths)),
    sum(windows.map(({ opening }) => opening)),
  );
}

function spent({ feed, chicks, treatments, expenses }: PortfolioMoney): number {
  return feed + chicks + treatments + expenses;
}
