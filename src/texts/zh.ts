import type { Texts } from './en.ts';
import { actionPlan } from './zh/action-plan.ts';
import { activity } from './zh/activity.ts';
import { alertRules } from './zh/alert-rules.ts';
import { askAir } from './zh/ask-air.ts';
import { askBirds } from './zh/ask-birds.ts';
import { askCommon } from './zh/ask-common.ts';
import { askEngine } from './zh/ask-engine.ts';
import { askEquipment } from './zh/ask-equipment.ts';
import { askFeed } from './zh/ask-feed.ts';
import { askMoney } from './zh/ask-money.ts';
import { askPage } from './zh/ask-page.ts';
import { askWork } from './zh/ask-work.ts';
import { automations } from './zh/automations.ts';
import { benchmark } from './zh/benchmark.ts';
import { cameras } from './zh/cameras.ts';
import { caseFiles } from './zh/case-files.ts';
import { cashflow } from './zh/cashflow.ts';
import { commands } from './zh/commands.ts';
import { context } from './zh/context.ts';
import { dataQuality } from './zh/data-quality.ts';
import { demo } from './zh/demo.ts';
import { digest } from './zh/digest.ts';
import { errors } from './zh/errors.ts';
import { feed } from './zh/feed.ts';
import { gaps } from './zh/gaps.ts';
import { health } from './zh/health.ts';
import { hints } from './zh/hints.ts';
import { history } from './zh/history.ts';
import { insights } from './zh/insights.ts';
import { labor } from './zh/labor.ts';
import { leaks } from './zh/leaks.ts';
import { market } from './zh/market.ts';
import { missingData } from './zh/missing-data.ts';
import { pageFigures } from './zh/page-figures.ts';
import { pageNames } from './zh/page-names.ts';
import { pages } from './zh/pages.ts';
import { placements } from './zh/placements.ts';
import { profit } from './zh/profit.ts';
import { risk } from './zh/risk.ts';
import { screens } from './zh/screens.ts';
import { setup } from './zh/setup.ts';
import { suppliers } from './zh/suppliers.ts';
import { units } from './zh/units.ts';
import { vision } from './zh/vision.ts';
import { weather } from './zh/weather.ts';
import { webhooks } from './zh/webhooks.ts';

/** Everything that people read, in Chinese. */
export const zh: Texts = {
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
