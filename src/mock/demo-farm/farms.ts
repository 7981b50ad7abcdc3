import { roles } from '../../model/resources/roles.ts';
import { addDays, type CalendarDay, DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/statistics.ts';
import { type Actor, type DemoContext, languageNamed } from './demo-context.ts';
import type { DemoBarn, DemoFarm, DemoPerson } from './demo-farm.ts';
import {
  type BarnPlan,
  contactPlans,
  type FarmPlan,
  farmPlans,
  type PersonPlan,
  personPlans,
} from './farm-plan.ts';
import { createWeather } from './flock-course.ts';

/** The author of rows that the service writes automatically. */
export const SYSTEM: Actor = { type: 'system', id: 'system' };

/** The actor for a person. */
export function actorOf(person: DemoPerson): Actor {
  return { type: 'user', id: person.id };
}

/** An unassigned Israeli mobile number, with its international form. */
export function phoneOf(serial: number): { readonly phone: string; readonly phoneE164: string } {
  const line = `${serial}`.padStart(4, '0');
  return { phone: `050-555-${line}`, phoneE164: `+97250555${line}` };
}

/** Generates the users; they joined in the months before the history begins. */
export function addPeople(context: DemoContext): readonly DemoPerson[] {
  const random = context.random('people');
  const founded = context.at(context.firstDay, 9) - 240 * DAY_MILLIS;
  const ownerAt = founded + Math.floor(random.between(0, DAY_MILLIS));
  const ownerId = context.newId('users', ownerAt);
  const { people, organisation } = context.phrases;
  return personPlans.map((plan, index) => {
    const { name, mailbox, lang } = people[plan.key];
    const joinedMillis = index === 0 ? ownerAt : joinedAt(context, plan, founded, random.next());
    const id = index === 0 ? ownerId : context.newId('users', joinedMillis);
    const { lastSeenAt, leftAt } = lastSeen(context, plan, random.next());
    context.add('users', {
      id,
      farmId: null,
      at: joinedMillis,
      updatedAt: leftAt ?? joinedMillis,
      by: { type: 'user', id: ownerId },
      fields: {
        name,
        ...phoneOf(100 + index * 7),
        lang,
        status: plan.status,
        role: plan.role,
        email: `${mailbox}@${organisation.mailDomain}`,
        lastSeenAt,
      },
    });
    return { ...plan, id, name, lang: languageNamed(lang) };
  });
}

/** Generates farm access as granted by the owner. */
export function addFarmAccess(
  context: DemoContext,
  people: readonly DemoPerson[],
  farms: readonly DemoFarm[],
): void {
  const random = context.random('farm-access');
  for (const farm of farms) {
    for (const person of people) {
      const leadMillis = Math.floor(random.between(5, 90) * DAY_MILLIS);
      if (person.farms.includes(farm.plan.key)) addAccess(context, farm, person, leadMillis);
    }
  }
}

function addAccess(
  context: DemoContext,
  farm: DemoFarm,
  person: DemoPerson,
  leadMillis: number,
): void {
  const granted =
    person.status === 'invited'
      ? context.now - 2 * DAY_MILLIS
      : context.at(context.firstDay, 8) - leadMillis;
  const revoked = hasLeft(person) ? context.now - 20 * DAY_MILLIS : undefined;
  const expires = person.role === 'advisor' ? context.now + 180 * DAY_MILLIS : undefined;
  context.add('farm-access', {
    farmId: farm.id,
    at: granted,
    updatedAt: revoked,
    by: actorOf(farm.owner),
    fields: {
      userId: person.id,
      role: person.role,
      scopes: roles[person.role].scopes,
      status: accessStatus(person),
      grantedBy: farm.owner.id,
      grantedAt: formatInstant(granted),
      expiresAt: expires === undefined ? null : formatInstant(expires),
      revokedAt: revoked === undefined ? null : formatInstant(revoked),
    },
  });
}

function hasLeft(person: PersonPlan): boolean {
  return person.status === 'disabled' || person.status === 'suspended';
}

function accessStatus(person: PersonPlan): 'active' | 'invited' | 'revoked' {
  if (hasLeft(person)) return 'revoked';
  return person.status === 'invited' ? 'invited' : 'active';
}

function joinedAt(context: DemoContext, plan: PersonPlan, founded: number, share: number): number {
  if (plan.status === 'invited') return context.now - 2 * DAY_MILLIS;
  return founded + Math.floor((10 + share * 200) * DAY_MILLIS);
}

function lastSeen(context: DemoContext, plan: PersonPlan, share: number) {
  const millisAgo = Math.floor(share * (plan.role === 'viewer' ? 20 : 1.5) * DAY_MILLIS);
  switch (plan.status) {
    case 'invited':
      return { lastSeenAt: null, leftAt: undefined };
    case 'active':
      return { lastSeenAt: formatInstant(context.now - millisAgo), leftAt: undefined };
    default: {
      const leftAt = context.now - 20 * DAY_MILLIS;
      return { lastSeenAt: formatInstant(leftAt - millisAgo), leftAt };
    }
  }
}

const DAYS_BEFORE_HISTORY = 200;
/** Days of weather before the history: layer flocks started before it. */
const WEATHER_DAYS_BEFORE = 400;
const WEATHER_DAYS_AHEAD = 8;
/** Distance between neighbouring barns of a farm, in degrees. */
const BARN_STEP_DEG = 0.0004;

/** Generates the farms with their barns and contacts. */
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
  const actor = actorOf(owner);
  const at = context.at(day, 10.4);
  const texts = context.phrases.farms[plan.key];
  const id = context.newId('farms', at);
  context.add('farms', {
    id,
    farmId: id,
    at,
    by: actor,
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
  const barns = addBarns(context, plan, { id, at, by: actor });
  const contacts = addContacts(context, plan, { id, at, by: actor }, barns);
  const staff = people.filter(
    (person) => person.farms.includes(plan.key) && person.status === 'active',
  );
  const [manager = staff[0]] = staff.filter((person) => person.role === 'manager');
  if (!manager) throw new Error(`farm ${plan.key} has nobody to run it`);
  return {
    id,
    plan,
    barns,
    owner,
    manager,
    accountant: staff.find((person) => person.role === 'accountant') ?? manager,
    workers: staff.filter((person) => person.role === 'worker'),
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
    const contactTexts = texts[contact.key];
    if (!contactTexts) throw new Error(`no texts for the contact ${contact.key} of ${plan.key}`);
    const id = context.add('contacts', {
      farmId: farm.id,
      at: farm.at + (index + 1) * 7_500_000,
      by: farm.by,
      fields: {
        barnId: contact.kind === 'worker' ? (barns[0]?.id ?? null) : null,
        kind: contact.kind,
        name: contactTexts.name,
        ...phoneOf(serial),
        email: contactTexts.company === null ? null : `${contact.key}-${serial}@suppliers.example`,
        company: contactTexts.company,
        notes: contactTexts.notes ?? null,
        language: contactTexts.language,
      },
    });
    ids.set(contact.key, id);
  });
  return ids;
}
