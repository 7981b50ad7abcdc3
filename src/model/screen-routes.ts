import { dashboardAnswer } from './answers/dashboard.ts';
import { riskLedgerAnswer } from './answers/risk-ledger.ts';
import { weeklySummaryAnswer } from './answers/weekly-summary.ts';
import { exampleId } from './example-id.ts';
import { date, reference, word } from './fields.ts';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';
import { riskItems } from './risk-items.ts';
import { closed } from './vocabulary.ts';

const farmId = reference('farms', { note: 'May be absent where the key sees one farm only' });
const lang = word(closed(languages), {
  note: 'Language of the texts; default: that of the organisation',
});

/** The screens of the application that show a farm as a whole. */
export const screenRoutes = [
  {
    kind: 'route',
    operationId: 'getDashboard',
    method: 'GET',
    path: '/os/dashboard',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'A farm at a glance',
    description:
      'What to do, the numbers above all barns, and every barn with its flock and its air. The ' +
      'figures are those of /digest, /context, /insights and /os/cameras.',
    query: { farmId, lang },
    exampleQuery: { farmId: exampleId('farm') },
    answer: dashboardAnswer,
  },
  {
    kind: 'route',
    operationId: 'getWeeklySummary',
    method: 'GET',
    path: '/os/weekly-summary',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'A week of a farm against the one before',
    description:
      'The last seven days that are over, unless a day is named: then the week of the calendar it ' +
      `lies in, at most ${limits.summaryWeeks} weeks back, compared as far as it is over.`,
    query: { farmId, week: date({ note: 'Any day of the week' }), lang },
    exampleQuery: { farmId: exampleId('farm') },
    answer: weeklySummaryAnswer,
  },
  {
    kind: 'route',
    operationId: 'getRiskLedger',
    method: 'GET',
    path: '/os/risk/ledger',
    scope: 'read:*',
    tag: 'Screens',
    summary: 'What could go wrong on a farm, day by day',
    description:
      'The items of the section risk of /insights, as the full scans of the brain found them last ' +
      'on each day; today as it is now. Reading keeps nothing. At most ' +
      `${limits.riskLedgerDays} days, ${limits.riskLedgerUsualDays} unless told.`,
    query: {
      farmId,
      from: date({ note: 'The first day' }),
      to: date({ note: 'The last day, included; default: today' }),
      item: word(closed(riskItems), { note: 'Only this item' }),
      lang,
    },
    exampleQuery: { farmId: exampleId('farm') },
    answer: riskLedgerAnswer,
  },
] as const satisfies readonly RouteOperation[];
