import { queryOptions } from '@tanstack/react-query';
import type { ChartName } from '../../model/charts.ts';
import { callRoute } from '../api/answers.ts';
import type { Query } from '../api/http.ts';
import { periodicRefresh } from '../api/queries.ts';
import type { ChartAnswer } from './chart-spec.ts';

/** The data of a chart of a flock or a barn. */
export function chartQuery<C extends ChartName>(chart: C, id: string, query: Query) {
  return queryOptions({
    queryKey: ['charts', chart, id, query],
    ...periodicRefresh,
    queryFn: ({ signal }): Promise<ChartAnswer> =>
      callRoute(`GET /os/charts/${chart as ChartName}/{id}`, { params: { id }, query, signal }),
  });
}
