import { standardEggWeightG } from '../../farming/standards/standard-values.ts';
import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext, Phrases } from './demo-context.ts';
import { addHappening, type DemoFarm, type DemoFlock } from './demo-farm.ts';
import { actorOf } from './farms.ts';
import type { CourseDay } from './flock-course.ts';

/** Prices on a day, in ILS. */
export interface Prices {
  liveBirdKg(day: CalendarDay): number;
  eggKg(day: CalendarDay): number;
  /** Price of a tonne of feed of a type. */
  feedTon(feedType: string, day: CalendarDay): number;
}

const LIVE_BIRD_KG = { low: 7.2, high: 8.2 } as const;
const EGG_KG = 6.1;
const MONTHLY_DEVIATION = 0.03;
const FEED_TON: Readonly<Record<string, number>> = {
  starter: 2450,
  grower: 2350,
  finisher: 2280,
  pullet: 2010,
  prelay: 1990,
  layer1: 1960,
  layer2: 1940,
  layer3: 1920,
};
const OTHER_FEED_TON = 2300;
const FEED_DEVIATION = 0.04;

/** Draws daily prices from `from` to `to` as a mean-reverting random walk. */
export function createPrices(random: Random, from: CalendarDay, to: CalendarDay): Prices {
  const levels = new Map<CalendarDay, number>();
  let level = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    level = 0.985 * level + random.normal(0, MONTHLY_DEVIATION / Math.sqrt(30));
    levels.set(day, level);
  }
  const levelOf = (day: CalendarDay) => levels.get(day) ?? 0;
  const middle = random.between(7.5, 7.9);
  return {
    liveBirdKg(day) {
      const price = middle * (1 + levelOf(day));
      return roundTo(Math.min(LIVE_BIRD_KG.high, Math.max(LIVE_BIRD_KG.low, price)), 2);
    },
    eggKg: (day) => roundTo(EGG_KG * (1 + levelOf(day)), 2),
    feedTon(feedType, day) {
      const drift = Math.min(FEED_DEVIATION, Math.max(-FEED_DEVIATION, -levelOf(day)));
      return roundTo((FEED_TON[feedType] ?? OTHER_FEED_TON) * (1 + drift), 0);
    },
  };
}

const BIRDS_PER_LORRY = 5200;
const CONDEMNED_PCT = { mean: 1.3, deviation: 0.5, lowest: 0.2, highest: 4 } as const;
const DEAD_ON_ARRIVAL_SHARE = { low: 0.001, high: 0.002 } as const;
const EGG_SALE_EVERY_DAYS = 7;

/** Generates the farms' sales: birds by the lorry, eggs by the week. */
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

type BillText = keyof Phrases['expenses'];

/** Fixed monthly cost of a farm, independent of its flocks, ILS. */
interface MonthlyCost {
  readonly category: BillText;
  /** Per bird place. */
  readonly perPlace: number;
  readonly supplier?: string;
  /** Increase in midwinter, as a share. */
  readonly winterShare?: number;
}

// biome-ignore format: a cost a line.
const MONTHLY_COSTS: readonly MonthlyCost[] = [
  { category: 'labor', perPlace: 0.42 },
  { category: 'electricity', perPlace: 0.2, winterShare: -0.3 },
  { category: 'water', perPlace: 0.035 },
  { category: 'insurance', perPlace: 0.03, supplier: 'insure1' },
  { category: 'admin', perPlace: 0.05 },
  { category: 'interest', perPlace: 0.02 },
  { category: 'waste', perPlace: 0.025 },
];

// biome-ignore format: a repair a line.
const REPAIRS: readonly (readonly [category: string, description: BillText, low: number, high: number])[] = [
  ['maintenance', 'fanMotor', 900, 2600],
  ['maintenance', 'waterLine', 250, 900],
  ['maintenance', 'generator', 700, 1500],
  ['equipment', 'sensors', 400, 1400],
  ['equipment', 'lamps', 600, 1800],
  ['fuel', 'diesel', 500, 1700],
  ['transport', 'transport', 300, 900],
  ['vet', 'vetVisit', 350, 600],
];

/** Generates expenses other than feed, chicks and medicine, which have their own rows. */
export function addExpenses(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
): void {
  for (const farm of farms) {
    const books = {
      context,
      random: context.random(`expenses/${farm.plan.key}`),
      farm,
    };
    addMonthlyCosts(books);
    addRepairs(books);
    if (farm.plan.key === 'broilers') addOddities(books, flocks);
  }
  for (const flock of flocks) {
    const books = {
      context,
      random: context.random(`expenses/${flock.code}`),
      farm: flock.farm,
    };
    if (flock.farm.plan.kind === 'broiler') addFlockCosts(books, flock);
  }
}

interface Books {
  readonly context: DemoContext;
  readonly random: Random;
  readonly farm: DemoFarm;
}

interface Bill {
  readonly day: CalendarDay;
  readonly category: string;
  readonly description: BillText;
  readonly amount: number;
  readonly supplier?: string | undefined;
  readonly flock?: DemoFlock;
}

function addBill({ context, farm, random }: Books, bill: Bill): void {
  const at = context.at(addDays(bill.day, random.integer(0, 4)), random.between(9, 17));
  if (at > context.now || bill.day < addDays(context.firstDay, -45)) return;
  context.add('expenses', {
    farmId: farm.id,
    at,
    by: actorOf(farm.accountant),
    fields: {
      flockId: bill.flock?.id ?? null,
      barnId: bill.flock?.barn.id ?? null,
      date: bill.day,
      category: bill.category,
      description: context.phrases.expenses[bill.description],
      amount: roundTo(bill.amount, 2),
      supplierId: bill.supplier === undefined ? null : (farm.contact(bill.supplier) ?? null),
    },
  });
}

function addMonthlyCosts(books: Books): void {
  const { context, random, farm } = books;
  const places = farm.barns.reduce((sum, barn) => sum + barn.plan.capacity, 0);
  const [house] = farm.barns;
  const firstMonth = `${context.firstDay.slice(0, 7)}-01`;
  for (let month = firstMonth; month <= context.today; month = addMonths(month, 1)) {
    for (const cost of MONTHLY_COSTS) {
      const winter = house?.house.weather.winterness(month) ?? 0;
      const seasonal = 1 + (cost.winterShare ?? 0) * winter;
      addBill(books, {
        day: addDays(month, random.integer(0, 9)),
        category: cost.category,
        description: cost.category,
        amount: places * cost.perPlace * seasonal * random.normal(1, 0.05),
        supplier: cost.supplier,
      });
    }
  }
}

function addRepairs(books: Books): void {
  const { context, random, farm } = books;
  const everyDays = farm.plan.key === 'small' ? 24 : 9;
  let day = addDays(context.firstDay, random.integer(0, everyDays));
  while (day <= context.today) {
    const [category, description, low, high] = random.pick(REPAIRS);
    const supplier = category === 'maintenance' ? 'tech1' : undefined;
    addBill(books, { day, category, description, amount: random.between(low, high), supplier });
    day = addDays(day, random.integer(Math.ceil(everyDays / 2), Math.ceil(everyDays * 1.5)));
  }
}

function addFlockCosts(books: Books, flock: DemoFlock): void {
  const { random } = books;
  const { placed, placementDay } = flock;
  const winter = flock.barn.house.weather.winterness(placementDay);
  const bill = (day: CalendarDay, category: string, description: BillText, amount: number) => ({
    ...{ flock, day, category, description, amount },
  });
  const litter = placed * 0.12 * random.normal(1, 0.06);
  const gas = placed * (0.15 + 0.75 * winter) * random.normal(1, 0.1);
  addBill(books, {
    ...bill(addDays(placementDay, -2), 'litter', 'litter', litter),
    supplier: 'litter1',
  });
  addBill(books, { ...bill(addDays(placementDay, 12), 'gas', 'gas', gas), supplier: 'gas1' });
  for (const day of flock.course.filter(({ sold }) => sold > 0)) {
    const kilograms = (day.sold * day.weightG) / 1000;
    addBill(books, {
      ...bill(day.day, 'catching', 'catching', day.sold * 0.2),
      supplier: 'catch1',
    });
    addBill(books, {
      ...bill(addDays(day.day, 3), 'levy', 'levy', kilograms * 0.04),
      supplier: 'council1',
    });
    if (day.live > 0) continue;
    const cleaning = placed * 0.11 * random.normal(1, 0.08);
    addBill(books, bill(addDays(day.day, 4), 'cleaning', 'cleaning', cleaning));
  }
}

/** A credit note, and a feed bill already counted by its delivery notes. */
function addOddities(books: Books, flocks: readonly DemoFlock[]): void {
  const { context, farm } = books;
  addBill(books, {
    day: addDays(context.today, -19),
    category: 'electricity',
    description: 'credit',
    amount: -1240.5,
  });
  const flock = flocks.find((flock) => flock.farm === farm && flock.status === 'active');
  if (!flock) return;
  addBill(books, {
    day: addDays(context.today, -9),
    category: 'feed',
    description: 'feedInvoice',
    amount: 28_200,
    supplier: 'feed1',
    flock,
  });
}
