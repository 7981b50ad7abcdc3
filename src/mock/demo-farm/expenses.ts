import { addDays, addMonths, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import { actorOf } from './people.ts';
import type { Phrases } from './phrases.ts';

type BillText = keyof Phrases['expenses'];

/** Money that leaves a farm every month, whatever is in the barns, ILS. */
interface MonthlyCost {
  readonly category: BillText;
  /** Per place for a bird. */
  readonly perPlace: number;
  readonly supplier?: string;
  /** How much more it is in deep winter, as a share. */
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

/** Writes what the farms spent besides feed, chicks and medicine, which have rows of their own. */
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

/** A credit note, and a feed bill that the delivery notes have counted already. */
function addOddities(books: Books, flocks: readonly DemoFlock[]): void {
  const { context, farm } = books;
  addBill(books, {
    day: addDays(context.today, -19),
    category: 'electricity',
    description: 'credit',
    amount: -1240.5,
  });
  const flock = flocks.find((one) => one.farm === farm && one.status === 'active');
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
