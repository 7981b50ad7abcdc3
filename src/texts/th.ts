import type { Texts } from './en.ts';
import { actionPlan } from './th/action-plan.ts';
import { activity } from './th/activity.ts';
import { benchmark } from './th/benchmark.ts';
import { cashflow } from './th/cashflow.ts';
import { context } from './th/context.ts';
import { dataQuality } from './th/data-quality.ts';
import { digest } from './th/digest.ts';
import { feed } from './th/feed.ts';
import { gaps } from './th/gaps.ts';
import { health } from './th/health.ts';
import { insights } from './th/insights.ts';
import { labor } from './th/labor.ts';
import { leaks } from './th/leaks.ts';
import { market } from './th/market.ts';
import { missingData } from './th/missing-data.ts';
import { pageFigures } from './th/page-figures.ts';
import { pageNames } from './th/page-names.ts';
import { pages } from './th/pages.ts';
import { placements } from './th/placements.ts';
import { profit } from './th/profit.ts';
import { risk } from './th/risk.ts';
import { setup } from './th/setup.ts';
import { suppliers } from './th/suppliers.ts';
import { units } from './th/units.ts';
import { weather } from './th/weather.ts';
import { webhooks } from './th/webhooks.ts';

/** Everything that people read, in Thai. */
export const th: Texts = {
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
