import { groupBy } from '../../tools/collections.ts';
import { knownSum, sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import type { AlertCounts, PortfolioRow } from './portfolio-row.ts';

/** Every farm, and what they come to; money for each currency by itself. */
export interface Portfolio {
  readonly farms: readonly PortfolioRow[];
  readonly totals: {
    readonly farms: number;
    readonly birds: number | null;
    readonly activeFlocks: number;
    readonly openAlerts: AlertCounts;
    readonly overdueTasks: number;
    readonly unansweredQuestions: number;
    readonly money: readonly {
      readonly currency: string;
      readonly revenue30d: number | null;
      readonly expenses30d: number | null;
    }[];
  };
}

/** The farms with what they come to. */
export function portfolioOf(farms: readonly PortfolioRow[]): Portfolio {
  const byCurrency = groupBy(farms, ({ currency }) => currency);
  return {
    farms,
    totals: {
      farms: farms.length,
      birds: knownSum(farms.map(({ birds }) => birds)),
      activeFlocks: sum(farms.map(({ activeFlocks }) => activeFlocks)),
      openAlerts: {
        critical: sum(farms.map(({ openAlerts }) => openAlerts.critical)),
        warning: sum(farms.map(({ openAlerts }) => openAlerts.warning)),
        info: sum(farms.map(({ openAlerts }) => openAlerts.info)),
      },
      overdueTasks: sum(farms.map(({ overdueTasks }) => overdueTasks)),
      unansweredQuestions: sum(farms.map(({ unansweredQuestions }) => unansweredQuestions)),
      money: [...byCurrency].toSorted(byName).map(([currency, rows]) => ({
        currency,
        revenue30d: figure('money', sum(rows.map(({ revenue30d }) => revenue30d))),
        expenses30d: figure('money', sum(rows.map(({ expenses30d }) => expenses30d))),
      })),
    },
  };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
