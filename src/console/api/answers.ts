import { queryOptions } from '@tanstack/react-query';
import { callApi } from './http.ts';

export type Severity = 'critical' | 'warning' | 'info';

interface OfDay {
  readonly today: number | null;
  readonly avg7: number | null;
  readonly logged: number;
}

/** What the screens need of `GET /os/dashboard`. */
export interface Dashboard {
  readonly farmId: string;
  readonly asOf: string;
  readonly date: string;
  readonly headline: readonly string[];
  readonly figures: {
    readonly birds: number | null;
    readonly flocks: number;
    readonly mortality: OfDay;
    readonly feedKg: OfDay;
    readonly waterL: OfDay;
    readonly eggs: OfDay | null;
    readonly weightDeviationPct: number | null;
  };
  readonly todo: readonly PlannedAction[];
  readonly tasks: readonly DueTask[];
  readonly barns: readonly BarnState[];
}

export interface PlannedAction {
  readonly rank: number;
  readonly title: string;
  readonly why: readonly string[];
  readonly severity: Severity;
}

export interface DueTask {
  readonly id: string;
  readonly title: string;
  readonly assignee: string | null;
  readonly dueDate: string;
  readonly overdue: boolean;
}

export interface BarnState {
  readonly barnId: string;
  readonly barn: string;
  readonly state: 'critical' | 'warning' | 'ok' | 'empty';
  readonly flockId: string | null;
  readonly flock: string | null;
  readonly breed: string | null;
  readonly ageDays: number | null;
  readonly live: number | null;
  readonly mortality: { readonly today: number | null } | null;
  readonly weightG: number | null;
  readonly deviationPct: number | null;
  readonly feedDaysLeft: number | null;
  readonly climate: { readonly temp: number | null; readonly ageMinutes: number | null } | null;
  readonly openAlerts: Readonly<Record<Severity, number>>;
}

/** The farm at a glance. */
export const dashboardQuery = (farmId: string, language: string) =>
  queryOptions({
    queryKey: ['dashboard', farmId, language],
    queryFn: ({ signal }) =>
      callApi({
        path: '/os/dashboard',
        query: { farmId, lang: language },
        signal,
      }) as Promise<Dashboard>,
  });

export interface FarmSummary {
  readonly farmId: string;
  readonly name: string;
  readonly birds: number | null;
  readonly openAlerts: Readonly<Record<Severity, number>>;
  readonly overdueTasks: number;
  readonly mortality7dPct: number | null;
  readonly weightDeviationPct: number | null;
  readonly healthScore: number | null;
  readonly status: Severity | 'ok';
}

/** All farms that the caller may see. */
export const portfolioQuery = queryOptions({
  queryKey: ['portfolio'],
  queryFn: ({ signal }) =>
    callApi({ path: '/portfolio', signal }) as Promise<{ readonly farms: readonly FarmSummary[] }>,
});
