import { dashboardAnswer } from '../../../model/answers/dashboard.ts';
import type { CommandContext } from '../../context.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { dashboardPage } from './dashboard-page.ts';

/** `dashboard`: the farm at a glance; its rows are the barns. */
export async function runDashboard(context: CommandContext): Promise<void> {
  await printPage(context, {
    path: '/os/dashboard',
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder('barns', rowColumns(rowSchema(dashboardAnswer.schema, 'barns'))),
    compose: dashboardPage,
  });
}
