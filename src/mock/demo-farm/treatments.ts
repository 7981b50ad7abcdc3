import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFlock } from './demo-farm.ts';
import { drawPoisson } from './draw-poisson.ts';
import { type Product, type ProductKey, products } from './medicine-stock.ts';
import { actorOf } from './people.ts';
import type { Phrases } from './phrases.ts';
import { addHappening } from './timeline.ts';

/** How many courses a broiler flock gets on average. */
const PER_FLOCK = { antibiotic: 0.8, anticoccidial: 0.3, vitamin: 2 } as const;
const HEN_VACCINATION_EVERY_DAYS = 63;
const HEN_VITAMIN_EVERY_DAYS = 35;

/** A dose that was given. */
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

/** Writes vaccinations and treatments, all of them with products the medicine room keeps. */
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
  const by = actorOf(flock.farm.manager);
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
    by,
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
    by,
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
  // What has expired or is kept for prescriptions only is not given.
  const choice = productsOf(kind).filter((one) => one.state !== 'expired');
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
  const every = (step: number, make: (day: CalendarDay) => Dose) => {
    const start = addDays(flock.placementDay, random.integer(5, step));
    for (let day = start; day <= today; day = addDays(day, step)) doses.push(make(day));
  };
  every(HEN_VACCINATION_EVERY_DAYS, (day) => vaccination(day, 'newcastle', 'periodicBooster', 36));
  every(HEN_VITAMIN_EVERY_DAYS, (day) => supplement(random, day));
  every(90, (day) => ({
    day,
    kind: 'lab_test',
    product: 'salmonellaTest',
    reason: 'periodicSampling',
    costPerThousand: 38,
  }));
  every(180, (day) => ({
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
