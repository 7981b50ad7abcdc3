import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext, Phrases } from './demo-context.ts';
import { addHappening, type DemoFarm, type DemoFlock } from './demo-farm.ts';
import type { FarmPlan } from './farm-plan.ts';
import { actorOf } from './farms.ts';
import { drawPoisson } from './flock-course.ts';

/** Average number of treatment courses per broiler flock. */
const PER_FLOCK = { antibiotic: 0.8, anticoccidial: 0.3, vitamin: 2 } as const;
const HEN_VACCINATION_EVERY_DAYS = 63;
const HEN_VITAMIN_EVERY_DAYS = 35;

interface Dose {
  readonly day: CalendarDay;
  readonly kind: string;
  readonly product: ProductKey;
  readonly reason: keyof Phrases['doses'];
  /** ILS per 1000 birds. */
  readonly costPerThousand: number;
  readonly withdrawalDays?: number | undefined;
  readonly courseDays?: number;
}

/** Generates vaccinations and treatments, using only products in the medicine inventory. */
export function addTreatments(context: DemoContext, flocks: readonly DemoFlock[]): void {
  for (const flock of flocks) {
    const random = context.random(`treatments/${flock.code}`);
    const doses =
      flock.farm.plan.kind === 'layer'
        ? henDoses(random, flock, context.today)
        : broilerDoses(random, flock);
    const lastDay = flock.course.at(-1)?.day ?? flock.placementDay;
    for (const dose of doses) if (dose.day <= lastDay) addDose(context, random, flock, dose);
  }
}

function addDose(context: DemoContext, random: Random, flock: DemoFlock, dose: Dose): void {
  const at = context.at(dose.day, random.between(7, 11));
  if (at > context.now) return;
  const birds = flock.course.find((day) => day.day === dose.day)?.live ?? flock.placed;
  const actor = actorOf(flock.farm.manager);
  const { phrases } = context;
  const product = phrases.products[dose.product];
  const reason = phrases.doses[dose.reason];
  const notes = [
    dose.courseDays === undefined
      ? ''
      : context.fill(phrases.doses.inWater, { days: dose.courseDays }),
    dose.withdrawalDays === undefined ? '' : `withdrawal:${dose.withdrawalDays}d`,
  ].filter((note) => note !== '');
  context.add('treatments', {
    farmId: flock.farm.id,
    at: at + 3_600_000,
    by: actor,
    fields: {
      flockId: flock.id,
      date: dose.day,
      kind: dose.kind,
      product,
      reason,
      cost: roundTo((dose.costPerThousand * birds) / 1000, 2),
      vetName:
        dose.kind === 'vitamin' || dose.kind === 'electrolyte' ? null : phrases.people.sagi.name,
      notes: notes.length === 0 ? null : notes.join(', '),
    },
  });
  const isVaccination = dose.kind === 'vaccination';
  addHappening(context, {
    flock,
    kind: isVaccination ? 'vaccination' : 'treatment',
    title: context.fill(phrases.milestones[isVaccination ? 'vaccination' : 'treatment'], {
      product,
    }),
    details: reason,
    at,
    by: actor,
  });
}

function broilerDoses(random: Random, flock: DemoFlock): readonly Dose[] {
  const onDay = (age: number) => addDays(flock.placementDay, age);
  const doses: Dose[] = [
    vaccination(onDay(1), 'bronchitis', 'sprayAtPlacement', 28),
    vaccination(onDay(random.integer(9, 12)), 'gumboro', 'waterByProgramme', 52),
  ];
  const boosterAge = random.integer(16, 19);
  if (random.chance(0.95)) {
    doses.push(vaccination(onDay(boosterAge), 'newcastle', 'newcastleBooster', 36));
  }
  doses.push(...courses(random, 'antibiotic', PER_FLOCK.antibiotic, onDay));
  doses.push(...courses(random, 'anticoccidial', PER_FLOCK.anticoccidial, onDay));
  const supplies = drawPoisson(random, PER_FLOCK.vitamin);
  for (let index = 0; index < supplies; index++)
    doses.push(supplement(random, onDay(random.integer(3, 32))));
  return doses;
}

function courses(
  random: Random,
  kind: 'antibiotic' | 'anticoccidial',
  mean: number,
  onDay: (age: number) => CalendarDay,
): readonly Dose[] {
  // Expired and prescription-only products are not used.
  const choice = productsOf(kind).filter((product) => product.state !== 'expired');
  return Array.from({ length: drawPoisson(random, mean) }, () => {
    const product = random.pick(choice);
    const isAntibiotic = kind === 'antibiotic';
    return {
      day: onDay(isAntibiotic ? random.integer(4, 26) : random.integer(15, 25)),
      kind,
      product: product.key,
      reason: isAntibiotic ? random.pick(['respiratory', 'navel', 'ecoli'] as const) : 'coccidia',
      costPerThousand: random.between(80, 150),
      withdrawalDays: product.withdrawalDays,
      courseDays: isAntibiotic ? 5 : 2,
    };
  });
}

function supplement(random: Random, day: CalendarDay): Dose {
  const [kind, product, reason] = random.pick([
    ['vitamin', 'ad3e', 'afterVaccination'],
    ['vitamin', 'vitaminC', 'heatExpected'],
    ['electrolyte', 'electrolytes', 'afterTransport'],
    ['probiotic', 'probiotic', 'gut'],
  ] as const);
  return { day, kind, product, reason, costPerThousand: random.between(14, 26), courseDays: 3 };
}

function henDoses(random: Random, flock: DemoFlock, today: CalendarDay): readonly Dose[] {
  const doses: Dose[] = [];
  const addSchedule = (step: number, createDose: (day: CalendarDay) => Dose) => {
    const start = addDays(flock.placementDay, random.integer(5, step));
    for (let day = start; day <= today; day = addDays(day, step)) doses.push(createDose(day));
  };
  addSchedule(HEN_VACCINATION_EVERY_DAYS, (day) =>
    vaccination(day, 'newcastle', 'periodicBooster', 36),
  );
  addSchedule(HEN_VITAMIN_EVERY_DAYS, (day) => supplement(random, day));
  addSchedule(90, (day) => ({
    day,
    kind: 'lab_test',
    product: 'salmonellaTest',
    reason: 'periodicSampling',
    costPerThousand: 38,
  }));
  addSchedule(180, (day) => ({
    day,
    kind: 'antiparasitic',
    product: 'flubendazole',
    reason: 'worms',
    costPerThousand: 95,
    withdrawalDays: 0,
    courseDays: 7,
  }));
  return doses;
}

function vaccination(
  day: CalendarDay,
  product: ProductKey,
  reason: Dose['reason'],
  costPerThousand: number,
): Dose {
  return { day, kind: 'vaccination', product, reason, costPerThousand };
}

function productsOf(kind: string): readonly Product[] {
  return products.filter((product) => product.kind === kind && !product.isPrescriptionOnly);
}

/** The name of a product in the phrase files. */
export type ProductKey = keyof Phrases['products'];

/** A product in the inventory. */
export interface Product {
  readonly key: ProductKey;
  readonly kind: string;
  readonly unit: string;
  /** Minimum stock; the farm keeps up to four times as much. */
  readonly minQuantity: number;
  readonly farms: readonly FarmPlan['key'][];
  /** Current stock problem. */
  readonly state?: 'expired' | 'low' | 'out';
  /** Withdrawal period in days between the last dose and slaughter. */
  readonly withdrawalDays?: number;
  /** Requires a prescription. */
  readonly isPrescriptionOnly?: boolean;
}

const ALL = { farms: ['broilers', 'layers', 'small'] } as const;
const BROILERS = { farms: ['broilers', 'small'] } as const;
const LAYERS = { farms: ['layers'] } as const;

/** Products in the medicine inventory; treatments use the same products. */
// biome-ignore format: a product a line.
const products: readonly Product[] = [
  { key: 'newcastle', kind: 'vaccine', unit: 'vials', minQuantity: 20, ...ALL },
  { key: 'bronchitis', kind: 'vaccine', unit: 'vials', minQuantity: 20, ...ALL, state: 'low' },
  { key: 'gumboro', kind: 'vaccine', unit: 'vials', minQuantity: 22, ...BROILERS },
  { key: 'pox', kind: 'vaccine', unit: 'vials', minQuantity: 6, ...LAYERS, state: 'expired' },
  { key: 'amoxicillin', kind: 'antibiotic', unit: 'kg', minQuantity: 3, withdrawalDays: 5, ...ALL },
  { key: 'doxycycline', kind: 'antibiotic', unit: 'kg', minQuantity: 3, withdrawalDays: 7, ...BROILERS },
  { key: 'tylosin', kind: 'antibiotic', unit: 'kg', minQuantity: 2, withdrawalDays: 5, ...BROILERS, state: 'expired' },
  { key: 'florfenicol', kind: 'antibiotic', unit: 'l', minQuantity: 4, withdrawalDays: 7, ...BROILERS },
  { key: 'colistin', isPrescriptionOnly: true, kind: 'antibiotic', unit: 'kg', minQuantity: 1, withdrawalDays: 7, ...BROILERS },
  { key: 'toltrazuril', kind: 'anticoccidial', unit: 'l', minQuantity: 5, withdrawalDays: 8, ...BROILERS, state: 'low' },
  { key: 'amprolium', kind: 'anticoccidial', unit: 'kg', minQuantity: 4, withdrawalDays: 3, ...BROILERS },
  { key: 'flubendazole', kind: 'antiparasitic', unit: 'kg', minQuantity: 2, ...LAYERS },
  { key: 'ad3e', kind: 'vitamin', unit: 'l', minQuantity: 8, ...ALL },
  { key: 'vitaminC', kind: 'vitamin', unit: 'kg', minQuantity: 5, ...ALL },
  { key: 'electrolytes', kind: 'electrolyte', unit: 'kg', minQuantity: 6, ...ALL, state: 'out' },
  { key: 'acids', kind: 'other', unit: 'l', minQuantity: 20, ...BROILERS },
  { key: 'probiotic', kind: 'probiotic', unit: 'sachets', minQuantity: 10, ...ALL },
  { key: 'glutaraldehyde', kind: 'disinfectant', unit: 'l', minQuantity: 25, ...ALL },
  { key: 'peracetic', kind: 'disinfectant', unit: 'l', minQuantity: 20, ...BROILERS },
  { key: 'chlorine', kind: 'disinfectant', unit: 'tablets', minQuantity: 200, ...ALL },
  { key: 'beetle', kind: 'pesticide', unit: 'l', minQuantity: 5, ...BROILERS },
  { key: 'rodentBait', kind: 'pesticide', unit: 'kg', minQuantity: 10, ...ALL },
];

/** Generates the medicine inventory: mostly fine, some expired, some low, one used up. */
export function addMedicine(context: DemoContext, farms: readonly DemoFarm[]): void {
  for (const farm of farms) {
    const random = context.random(`medicine/${farm.plan.key}`);
    for (const product of products) addProduct(context, random, farm, product);
  }
}

function addProduct(
  context: DemoContext,
  random: ReturnType<DemoContext['random']>,
  farm: DemoFarm,
  product: Product,
): void {
  const months = random.between(1.5, 24);
  const share = random.between(1.1, 4);
  const ageDays = random.integer(20, 110);
  const batch = random.integer(10_000, 99_999);
  if (!product.farms.includes(farm.plan.key)) return;
  const daysToExpiry =
    product.state === 'expired' ? -random.integer(4, 40) : Math.round(months * 30);
  const quantity = roundTo(product.minQuantity * stockShare(product, share), 1);
  context.add('medicine', {
    farmId: farm.id,
    at: context.at(addDays(context.today, -ageDays), 11.2),
    updatedAt: context.at(addDays(context.today, -Math.min(ageDays, random.integer(1, 14))), 16),
    by: actorOf(farm.manager),
    fields: {
      name: context.phrases.products[product.key],
      kind: product.kind,
      quantity,
      unit: product.unit,
      expiryDate: addDays(context.today, daysToExpiry),
      batchNumber: `L${batch}`,
      minQuantity: product.minQuantity,
      supplierId: farm.contact('medicine1') ?? null,
      notes: product.kind === 'vaccine' ? context.phrases.keepCold : null,
    },
  });
}

function stockShare(product: Product, share: number): number {
  if (product.state === 'out') return 0;
  return product.state === 'low' ? 0.4 : share;
}
