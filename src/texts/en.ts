import { actionPlan } from './en/action-plan.ts';
import { activity } from './en/activity.ts';
import { alertRules } from './en/alert-rules.ts';
import { askAir } from './en/ask-air.ts';
import { askBirds } from './en/ask-birds.ts';
import { askCommon } from './en/ask-common.ts';
import { askEngine } from './en/ask-engine.ts';
import { askEquipment } from './en/ask-equipment.ts';
import { askFeed } from './en/ask-feed.ts';
import { askMoney } from './en/ask-money.ts';
import { askPage } from './en/ask-page.ts';
import { askWork } from './en/ask-work.ts';
import { automations } from './en/automations.ts';
import { benchmark } from './en/benchmark.ts';
import { cameras } from './en/cameras.ts';
import { caseFiles } from './en/case-files.ts';
import { cashflow } from './en/cashflow.ts';
import { commands } from './en/commands.ts';
import { context } from './en/context.ts';
import { dataQuality } from './en/data-quality.ts';
import { demo } from './en/demo.ts';
import { digest } from './en/digest.ts';
import { errors } from './en/errors.ts';
import { feed } from './en/feed.ts';
import { gaps } from './en/gaps.ts';
import { health } from './en/health.ts';
import { hints } from './en/hints.ts';
import { history } from './en/history.ts';
import { insights } from './en/insights.ts';
import { labor } from './en/labor.ts';
import { leaks } from './en/leaks.ts';
import { market } from './en/market.ts';
import { missingData } from './en/missing-data.ts';
import { pageFigures } from './en/page-figures.ts';
import { pageNames } from './en/page-names.ts';
import { pages } from './en/pages.ts';
import { placements } from './en/placements.ts';
import { profit } from './en/profit.ts';
import { risk } from './en/risk.ts';
import { screens } from './en/screens.ts';
import { setup } from './en/setup.ts';
import { suppliers } from './en/suppliers.ts';
import { units } from './en/units.ts';
import { vision } from './en/vision.ts';
import { weather } from './en/weather.ts';
import { webhooks } from './en/webhooks.ts';

/** Everything that people read, in English; its keys are those of every language. */
export const en = {
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
} as const;

export type TextKey = keyof typeof en;

/** All texts of a language, in the ICU message syntax. */
export type Texts = Readonly<Record<TextKey, string>>;
