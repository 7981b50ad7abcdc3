import { standardEggWeightG } from '../../farming/standards/standard-egg-weight-g.ts';
import { addDays } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFlock } from './demo-farm.ts';
import type { CourseDay } from './flock-course.ts';
import { actorOf } from './people.ts';
import type { Prices } from './prices.ts';
import { addHappening } from './timeline.ts';

const BIRDS_PER_LORRY = 5200;
const CONDEMNED_PCT = { mean: 1.3, deviation: 0.5, lowest: 0.2, highest: 4 } as const;
const DEAD_ON_ARRIVAL_SHARE = { low: 0.001, high: 0.002 } as const;
const EGG_SALE_EVERY_DAYS = 7;

/** Writes what the farms sold: birds by the lorry, eggs by the week. */
export function addSales(context: DemoContext, flocks: readonly DemoFlock[], prices: Prices): void {
  for (const flock of flocks) {
    const random = context.random(`sales/${flock.code}`);
    for (const day of flock.course) {
      if (day.sold > 0) addBirdSales(context, random, { flock, day, prices });
    }
    if (flock.farm.plan.kind === 'layer') addEggSales(context, random, { flock, prices });
  }
}

interface BirdSale {
  readonly flock: DemoFlock;
  readonly day: CourseDay;
  readonly prices: Prices;
}

function addBirdSales(context: DemoContext, random: Random, sale: BirdSale): void {
  const { flock, day } = sale;
  const lorries = Math.ceil(day.sold / BIRDS_PER_LORRY);
  const customer = random.chance(0.7) ? 'slaughter1' : 'slaughter2';
  for (let lorry = 0; lorry < lorries; lorry++) {
    const birds =
      Math.floor((day.sold * (lorry + 1)) / lorries) - Math.floor((day.sold * lorry) / lorries);
    addLorry(context, random, sale, { birds, customerId: flock.farm.contact(customer) ?? null });
  }
  const texts = context.phrases.milestones;
  addHappening(context, {
    flock,
    kind: 'catch',
    title: day.live === 0 ? texts.lastCatch : texts.partialCatch,
    details: context.fill(texts.caught, {
      birds: day.sold,
      kg: roundTo(day.weightG / 1000, 2),
    }),
    at: context.at(day.day, 4.5),
    by: actorOf(flock.farm.manager),
  });
}

interface Lorry {
  readonly birds: number;
  readonly customerId: string | null;
}

function addLorry(context: DemoContext, random: Random, sale: BirdSale, lorry: Lorry): void {
  const { flock, day, prices } = sale;
  const { birds, customerId } = lorry;
  const weightKg = roundTo((birds * day.weightG * random.normal(1, 0.01)) / 1000, 1);
  const { mean, deviation, lowest, highest } = CONDEMNED_PCT;
  const condemnedPct = Math.min(highest, Math.max(lowest, random.normal(mean, deviation)));
  const condemned = Math.round((birds * condemnedPct) / 100);
  const deadShare = random.between(DEAD_ON_ARRIVAL_SHARE.low, DEAD_ON_ARRIVAL_SHARE.high);
  const pricePerKg = prices.liveBirdKg(day.day);
  context.add('sales', {
    farmId: flock.farm.id,
    at: context.at(addDays(day.day, 1), random.between(8, 14)),
    by: actorOf(flock.farm.manager),
    fields: {
      flockId: flock.id,
      customerId,
      date: day.day,
      birdsCount: birds,
      totalWeightKg: weightKg,
      pricePerKg,
      totalAmount: roundTo(weightKg * pricePerKg, 2),
      condemnedCount: condemned,
      condemnedKg: roundTo((condemned * day.weightG * 0.9) / 1000, 1),
      notes: context.fill(context.phrases.sales.deadOnArrival, {
        count: Math.round(birds * deadShare),
      }),
    },
  });
}

function addEggSales(
  context: DemoContext,
  random: Random,
  sale: { readonly flock: DemoFlock; readonly prices: Prices },
): void {
  const { flock, prices } = sale;
  let kilograms = 0;
  flock.course.forEach((day, index) => {
    const eggG = standardEggWeightG(flock.breed, day.ageDays) ?? 50;
    kilograms += ((day.eggs - day.eggsBroken) * eggG) / 1000;
    if (index % EGG_SALE_EVERY_DAYS !== EGG_SALE_EVERY_DAYS - 1 || kilograms < 1) return;
    const customer = random.chance(0.88) ? 'eggs1' : 'eggs2';
    const totalWeightKg = roundTo(kilograms, 1);
    const pricePerKg = prices.eggKg(day.day);
    kilograms = 0;
    if (day.day >= context.today) return;
    context.add('sales', {
      farmId: flock.farm.id,
      at: context.at(day.day, random.between(13, 16)),
      by: actorOf(flock.farm.manager),
      fields: {
        flockId: flock.id,
        customerId: flock.farm.contact(customer) ?? null,
        date: day.day,
        totalWeightKg,
        pricePerKg,
        totalAmount: roundTo(totalWeightKg * pricePerKg, 2),
        notes: context.phrases.sales.eggs,
      },
    });
  });
}
