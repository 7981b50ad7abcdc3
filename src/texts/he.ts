import type { Texts } from './en.ts';
import { actionPlan } from './he/action-plan.ts';
import { activity } from './he/activity.ts';
import { alertRules } from './he/alert-rules.ts';
import { askAir } from './he/ask-air.ts';
import { askBirds } from './he/ask-birds.ts';
import { askCommon } from './he/ask-common.ts';
import { askEngine } from './he/ask-engine.ts';
import { askEquipment } from './he/ask-equipment.ts';
import { askFeed } from './he/ask-feed.ts';
import { askMoney } from './he/ask-money.ts';
import { askPage } from './he/ask-page.ts';
import { askWork } from './he/ask-work.ts';
import { automations } from './he/automations.ts';
import { benchmark } from './he/benchmark.ts';
import { cameras } from './he/cameras.ts';
import { caseFiles } from './he/case-files.ts';
import { cashflow } from './he/cashflow.ts';
import { commands } from './he/commands.ts';
import { context } from './he/context.ts';
import { dataQuality } from './he/data-quality.ts';
import { demo } from './he/demo.ts';
import { digest } from './he/digest.ts';
import { errors } from './he/errors.ts';
import { feed } from './he/feed.ts';
import { gaps } from './he/gaps.ts';
import { health } from './he/health.ts';
import { hints } from './he/hints.ts';
import { history } from './he/history.ts';
import { insights } from './he/insights.ts';
import { labor } from './he/labor.ts';
import { leaks } from './he/leaks.ts';
import { market } from './he/market.ts';
import { missingData } from './he/missing-data.ts';
import { pageFigures } from './he/page-figures.ts';
import { pageNames } from './he/page-names.ts';
import { pages } from './he/pages.ts';
import { placements } from './he/placements.ts';
import { profit } from './he/profit.ts';
import { risk } from './he/risk.ts';
import { screens } from './he/screens.ts';
import { setup } from './he/setup.ts';
import { suppliers } from './he/suppliers.ts';
import { units } from './he/units.ts';
import { vision } from './he/vision.ts';
import { weather } from './he/weather.ts';
import { webhooks } from './he/webhooks.ts';

/** Everything that people read, in Hebrew. */
export const he: Texts = {
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
