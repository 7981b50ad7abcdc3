import type { Texts } from './en.ts';
import { actionPlan } from './es/action-plan.ts';
import { activity } from './es/activity.ts';
import { alertRules } from './es/alert-rules.ts';
import { askAir } from './es/ask-air.ts';
import { askBirds } from './es/ask-birds.ts';
import { askCommon } from './es/ask-common.ts';
import { askEngine } from './es/ask-engine.ts';
import { askEquipment } from './es/ask-equipment.ts';
import { askFeed } from './es/ask-feed.ts';
import { askMoney } from './es/ask-money.ts';
import { askPage } from './es/ask-page.ts';
import { askWork } from './es/ask-work.ts';
import { automations } from './es/automations.ts';
import { benchmark } from './es/benchmark.ts';
import { cameras } from './es/cameras.ts';
import { caseFiles } from './es/case-files.ts';
import { cashflow } from './es/cashflow.ts';
import { commands } from './es/commands.ts';
import { context } from './es/context.ts';
import { dataQuality } from './es/data-quality.ts';
import { demo } from './es/demo.ts';
import { digest } from './es/digest.ts';
import { errors } from './es/errors.ts';
import { feed } from './es/feed.ts';
import { gaps } from './es/gaps.ts';
import { health } from './es/health.ts';
import { hints } from './es/hints.ts';
import { history } from './es/history.ts';
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
import { screens } from './es/screens.ts';
import { setup } from './es/setup.ts';
import { suppliers } from './es/suppliers.ts';
import { units } from './es/units.ts';
import { vision } from './es/vision.ts';
import { weather } from './es/weather.ts';
import { webhooks } from './es/webhooks.ts';

/** Everything that people read, in Spanish. */
export const es: Texts = {
  ...gaps,
  ...dataQuality,
  ...demo,
  ...digest,
  ...context,
  ...screens,
  ...setup,
  ...profit,
  ...leaks,
  ...labor,
  ...market,
  ...cashflow,
  ...suppliers,
  ...activity,
  ...alertRules,
  ...missingData,
  ...askEngine,
  ...benchmark,
  ...health,
  ...feed,
  ...insights,
  ...placements,
  ...weather,
  ...vision,
  ...risk,
  ...actionPlan,
  ...pages,
  ...pageFigures,
  ...pageNames,
  ...units,
  ...webhooks,
  ...askAir,
  ...askBirds,
  ...askCommon,
  ...askEquipment,
  ...askFeed,
  ...askMoney,
  ...askPage,
  ...askWork,
  ...cameras,
  ...caseFiles,
  ...automations,
  ...history,
  ...errors,
  ...hints,
  ...commands,
};
