import type { Texts } from './en.ts';
import { actionPlan } from './es/action-plan.ts';
import { activity } from './es/activity.ts';
import { benchmark } from './es/benchmark.ts';
import { cashflow } from './es/cashflow.ts';
import { context } from './es/context.ts';
import { dataQuality } from './es/data-quality.ts';
import { digest } from './es/digest.ts';
import { feed } from './es/feed.ts';
import { gaps } from './es/gaps.ts';
import { health } from './es/health.ts';
import { insights } from './es/insights.ts';
import { labor } from './es/labor.ts';
import { leaks } from './es/leaks.ts';
import { market } from './es/market.ts';
import { missingData } from './es/missing-data.ts';
import { pageFigures } from './es/page-figures.ts';
import { pageNames } from './es/page-names.ts';
import { pages } from './es/pages.ts';
import { placements } from './es/placements.ts';
import { profit } from './es/profit.ts';
import { risk } from './es/risk.ts';
import { setup } from './es/setup.ts';
import { suppliers } from './es/suppliers.ts';
import { units } from './es/units.ts';
import { weather } from './es/weather.ts';
import { webhooks } from './es/webhooks.ts';

/** Everything that people read, in Spanish. */
export const es: Texts = {
  ...gaps,
  ...dataQuality,
  ...digest,
  ...context,
  ...setup,
  ...profit,
  ...leaks,
  ...labor,
  ...market,
  ...cashflow,
  ...suppliers,
  ...activity,
  ...missingData,
  ...benchmark,
  ...health,
  ...feed,
  ...insights,
  ...placements,
  ...weather,
  ...risk,
  ...actionPlan,
  ...pages,
  ...pageFigures,
  ...pageNames,
  ...units,
  ...webhooks,
};
