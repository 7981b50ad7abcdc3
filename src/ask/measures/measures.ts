import type { MeasureName } from '../../model/measures.ts';
import type { MeasureDefinition } from '../measure.ts';
import { ammonia } from './air/ammonia.ts';
import { co2 } from './air/co2.ts';
import { heatStress } from './air/heat-stress.ts';
import { humidity } from './air/humidity.ts';
import { temperature } from './air/temperature.ts';
import { weather } from './air/weather.ts';
import { age } from './birds/age.ts';
import { compareFlocks } from './birds/compare-flocks.ts';
import { culls } from './birds/culls.ts';
import { cumulativeMortality } from './birds/cumulative-mortality.ts';
import { dailyGain } from './birds/daily-gain.ts';
import { density } from './birds/density.ts';
import { efficiency } from './birds/efficiency.ts';
import { eggBreakage } from './birds/egg-breakage.ts';
import { eggs } from './birds/eggs.ts';
import { healthScore } from './birds/health-score.ts';
import { lastTreatment } from './birds/last-treatment.ts';
import { lastWeighing } from './birds/last-weighing.ts';
import { layingRate } from './birds/laying-rate.ts';
import { livability } from './birds/livability.ts';
import { liveBirds } from './birds/live-birds.ts';
import { marketDate } from './birds/market-date.ts';
import { mortality } from './birds/mortality.ts';
import { mortalityAgainstAverage } from './birds/mortality-against-average.ts';
import { mortalitySpike } from './birds/mortality-spike.ts';
import { uniformity } from './birds/uniformity.ts';
import { weight } from './birds/weight.ts';
import { weightDeviation } from './birds/weight-deviation.ts';
import { withdrawal } from './birds/withdrawal.ts';
import { barns } from './equipment/barns.ts';
import { bestBarn } from './equipment/best-barn.ts';
import { cameraCount } from './equipment/camera-count.ts';
import { capacity } from './equipment/capacity.ts';
import { devicesOffline } from './equipment/devices-offline.ts';
import { flocks } from './equipment/flocks.ts';
import { nextPlacement } from './equipment/next-placement.ts';
import { deliveriesExpected } from './feed/deliveries-expected.ts';
import { feedConversion } from './feed/feed-conversion.ts';
import { feedDaysLeft } from './feed/feed-days-left.ts';
import { feedEaten } from './feed/feed-eaten.ts';
import { feedOrders } from './feed/feed-orders.ts';
import { feedPerBird } from './feed/feed-per-bird.ts';
import { feedStock } from './feed/feed-stock.ts';
import { waterFeedRatio } from './feed/water-feed-ratio.ts';
import { waterPerBird } from './feed/water-per-bird.ts';
import { waterUsed } from './feed/water-used.ts';
import { cheapestBid } from './money/cheapest-bid.ts';
import { costPerKg } from './money/cost-per-kg.ts';
import { feedPrice } from './money/feed-price.ts';
import { flockProfit } from './money/flock-profit.ts';
import { moneySpent } from './money/money-spent.ts';
import { netMoney } from './money/net-money.ts';
import { openOrders } from './money/open-orders.ts';
import { pricePerKg } from './money/price-per-kg.ts';
import { revenue } from './money/revenue.ts';
import { alerts } from './work/alerts.ts';
import { briefing } from './work/briefing.ts';
import { contact } from './work/contact.ts';
import { flocksMissingLog } from './work/flocks-missing-log.ts';
import { gaps } from './work/gaps.ts';
import { medicineExpiring } from './work/medicine-expiring.ts';
import { medicineLow } from './work/medicine-low.ts';
import { medicineStock } from './work/medicine-stock.ts';
import { needsMe } from './work/needs-me.ts';
import { setupProgress } from './work/setup-progress.ts';
import { tasks } from './work/tasks.ts';
import { unansweredQuestions } from './work/unanswered-questions.ts';

/** Everything that can be asked of a farm, by name. */
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
