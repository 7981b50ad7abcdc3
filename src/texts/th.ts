import type { Texts } from './en.ts';
import { actionPlan } from './th/action-plan.ts';
import { activity } from './th/activity.ts';
import { alertRules } from './th/alert-rules.ts';
import { askAir } from './th/ask-air.ts';
import { askBirds } from './th/ask-birds.ts';
import { askCommon } from './th/ask-common.ts';
import { askEngine } from './th/ask-engine.ts';
import { askEquipment } from './th/ask-equipment.ts';
import { askFeed } from './th/ask-feed.ts';
import { askMoney } from './th/ask-money.ts';
import { askPage } from './th/ask-page.ts';
import { askWork } from './th/ask-work.ts';
import { automations } from './th/automations.ts';
import { benchmark } from './th/benchmark.ts';
import { cameras } from './th/cameras.ts';
import { caseFiles } from './th/case-files.ts';
import { cashflow } from './th/cashflow.ts';
import { commands } from './th/commands.ts';
import { context } from './th/context.ts';
import { dataQuality } from './th/data-quality.ts';
import { demo } from './th/demo.ts';
import { digest } from './th/digest.ts';
import { errors } from './th/errors.ts';
import { feed } from './th/feed.ts';
import { gaps } from './th/gaps.ts';
import { health } from './th/health.ts';
import { hints } from './th/hints.ts';
import { history } from './th/history.ts';
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
import { screens } from './th/screens.ts';
import { setup } from './th/setup.ts';
import { suppliers } from './th/suppliers.ts';
import { units } from './th/units.ts';
import { vision } from './th/vision.ts';
import { weather } from './th/weather.ts';
import { webhooks } from './th/webhooks.ts';

/** Everything that people read, in Thai. */
export const th: Texts = {
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
