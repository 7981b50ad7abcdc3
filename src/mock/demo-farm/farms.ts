import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { Actor } from './demo-data.ts';
import type { DemoBarn, DemoFarm, DemoPerson } from './demo-farm.ts';
import { type BarnPlan, type FarmPlan, farmPlans } from './farm-plan.ts';
import { actorOf, phoneOf } from './people.ts';
import { contactPlans } from './people-names.ts';
import { createWeather } from './weather.ts';

const DAYS_BEFORE_HISTORY = 200;
/** Flocks of hens reach further back than the history. */
const WEATHER_DAYS_BEFORE = 400;
const WEATHER_DAYS_AHEAD = 8;
/** Barns of a farm stand side by side, this many degrees apart. */
const BARN_STEP_DEG = 0.0004;

/** Writes the farms with their barns and contacts. */
export function addFarms(context: DemoContext, people: readonly DemoPerson[]): readonly DemoFarm[] {
  const [owner] = people;
  if (!owner) return [];
  return farmPlans.map((plan) => {
    const isSmall = plan.key === 'small';
    const day = addDays(context.firstDay, isSmall ? -40 : -DAYS_BEFORE_HISTORY);
    return addFarm(context, plan, { day, owner, people });
  });
}

interface Founding {
  readonly day: CalendarDay;
  readonly owner: DemoPerson;
  readonly people: readonly DemoPerson[];
}

function addFarm(context: DemoContext, plan: FarmPlan, founding: Founding): DemoFarm {
  const { day, owner, people } = founding;
  const by = actorOf(owner);
  const at = context.at(day, 10.4);
  const texts = context.phrases.farms[plan.key];
  const id = context.newId('farms', at);
  context.add('farms', {
    id,
    farmId: id,
    at,
    by,
    fields: {
      name: texts.name,
      vertical: plan.kind,
      location: texts.location,
      latitude: plan.latitude,
      longitude: plan.longitude,
      areaDunam: plan.areaDunam,
      currency: 'ILS',
      notes: texts.notes,
    },
  });
  const barns = addBarns(context, plan, { id, at, by });
  const contacts = addContacts(context, plan, { id, at, by }, barns);
  const staff = people.filter((one) => one.farms.includes(plan.key) && one.status === 'active');
  const [manager = staff[0]] = staff.filter((one) => one.role === 'manager');
  if (!manager) throw new Error(`farm ${plan.key} has nobody to run it`);
  return {
    id,
    plan,
    barns,
    owner,
    manager,
    accountant: staff.find((one) => one.role === 'accountant') ?? manager,
    workers: staff.filter((one) => one.role === 'worker'),
    contact: (key) => contacts.get(key),
  };
}

interface Founded {
  readonly id: string;
  readonly at: number;
  readonly by: Actor;
}

function addBarns(context: DemoContext, plan: FarmPlan, farm: Founded): readonly DemoBarn[] {
  const random = context.random(`barns/${plan.key}`);
  const weather = createWeather(
    context.random(`weather/${plan.key}`),
    addDays(context.firstDay, -WEATHER_DAYS_BEFORE),
    addDays(context.today, WEATHER_DAYS_AHEAD),
    plan.warmerC,
  );
  return plan.barns.map((barn, index) => ({
    ...context.phrases.barns[barn.key],
    plan: barn,
    id: addBarn(context, plan, farm, { barn, index }),
    house: { kind: plan.kind, weather, biasC: random.normal(0, 0.5) },
  }));
}

function addBarn(
  context: DemoContext,
  plan: FarmPlan,
  farm: Founded,
  place: { readonly barn: BarnPlan; readonly index: number },
): string {
  const { barn, index } = place;
  const isEmpty = barn.situation === 'empty';
  return context.add('barns', {
    farmId: farm.id,
    at: farm.at + (index + 1) * 95_000,
    updatedAt: isEmpty ? context.at(addDays(context.today, -barn.ageDays + 1), 9.2) : undefined,
    by: farm.by,
    fields: {
      name: context.phrases.barns[barn.key].name,
      capacity: barn.capacity,
      areaSqm: barn.areaSqm,
      barnType: plan.kind,
      controller: barn.controller,
      status: isEmpty ? 'cleaning' : 'active',
      latitude: plan.latitude === null ? null : roundTo(plan.latitude + index * BARN_STEP_DEG, 6),
      longitude: plan.longitude,
      headingDeg: barn.headingDeg,
    },
  });
}

interface ContactTexts {
  readonly name: string;
  readonly company: string | null;
  readonly language: string;
  readonly notes?: string;
}

function addContacts(
  context: DemoContext,
  plan: FarmPlan,
  farm: Founded,
  barns: readonly DemoBarn[],
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const texts: Readonly<Record<string, ContactTexts>> = context.phrases.contacts[plan.key];
  contactPlans[plan.key].forEach((contact, index) => {
    const serial = (plan.key === 'broilers' ? 2000 : 4000) + index * 13;
    const said = texts[contact.key];
    if (!said) throw new Error(`no texts for the contact ${contact.key} of ${plan.key}`);
    const id = context.add('contacts', {
      farmId: farm.id,
      at: farm.at + (index + 1) * 7_500_000,
      by: farm.by,
      fields: {
        barnId: contact.kind === 'worker' ? (barns[0]?.id ?? null) : null,
        kind: contact.kind,
        name: said.name,
        ...phoneOf(serial),
        email: said.company === null ? null : `${contact.key}-${serial}@suppliers.example`,
        company: said.company,
        notes: said.notes ?? null,
        language: said.language,
      },
    });
    ids.set(contact.key, id);
  });
  return ids;
}
