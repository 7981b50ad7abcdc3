import type { MeasureName } from '../../model/measures.ts';
import type { MeasureDefinition } from '../measure.ts';
import { ammonia, co2, heatStress, humidity, temperature } from './air.ts';
import { barns, bestBarn, capacity, nextPlacement } from './barns.ts';
import { contact } from './contact.ts';
import {
  eggBreakage,
  eggs,
  feedConversion,
  feedEaten,
  feedPerBird,
  layingRate,
  waterFeedRatio,
  waterPerBird,
  waterUsed,
} from './day-ratios.ts';
import { cameraCount, devicesOffline } from './devices.ts';
import { feedDaysLeft, feedStock } from './feed-stock.ts';
import { flockCost, flockProfit } from './flock-profit.ts';
import {
  age,
  compareFlocks,
  efficiency,
  flocks,
  healthScore,
  liveBirds,
  marketDate,
  mortalitySpike,
} from './flocks.ts';
import {
  lastTreatment,
  medicineExpiring,
  medicineLow,
  medicineStock,
  withdrawal,
} from './medicine.ts';
import { moneySpent, netMoney, revenue } from './money.ts';
import {
  culls,
  cumulativeMortality,
  livability,
  mortality,
  mortalityAgainstAverage,
} from './mortality.ts';
import { deliveriesExpected, feedOrders, openOrders } from './orders.ts';
import { cheapestBid, costPerKg, feedPrice, pricePerKg } from './prices.ts';
import { tasks } from './tasks.ts';
import { weather } from './weather.ts';
import { dailyGain, density, lastWeighing, uniformity, weight, weightDeviation } from './weight.ts';
import {
  alerts,
  briefing,
  flocksMissingLog,
  gaps,
  needsMe,
  setupProgress,
  unansweredQuestions,
} from './work.ts';

/** All measures of a farm, by name. */
export const measures = {
  mortality,
  cumulativeMortality,
  mortalitySpike,
  mortalityAgainstAverage,
  culls,
  livability,
  liveBirds,
  age,
  weight,
  weightDeviation,
  dailyGain,
  uniformity,
  lastWeighing,
  density,
  eggs,
  eggBreakage,
  layingRate,
  healthScore,
  efficiency,
  lastTreatment,
  withdrawal,
  marketDate,
  compareFlocks,
  feedEaten,
  feedPerBird,
  feedConversion,
  feedDaysLeft,
  feedStock,
  feedOrders,
  deliveriesExpected,
  waterUsed,
  waterPerBird,
  waterFeedRatio,
  temperature,
  humidity,
  ammonia,
  co2,
  heatStress,
  weather,
  moneySpent,
  revenue,
  netMoney,
  flockProfit,
  flockCost,
  costPerKg,
  pricePerKg,
  feedPrice,
  cheapestBid,
  openOrders,
  needsMe,
  briefing,
  gaps,
  setupProgress,
  alerts,
  flocksMissingLog,
  unansweredQuestions,
  tasks,
  contact,
  medicineExpiring,
  medicineLow,
  medicineStock,
  barns,
  flocks,
  capacity,
  nextPlacement,
  bestBarn,
  devicesOffline,
  cameraCount,
} as const satisfies Readonly<Record<MeasureName, MeasureDefinition>>;

export type { MeasureName };
