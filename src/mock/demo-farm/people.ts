import { formatInstant } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { Actor } from './demo-data.ts';
import type { DemoFarm, DemoPerson } from './demo-farm.ts';
import { type PersonPlan, personPlans } from './people-names.ts';
import { languageNamed } from './phrases.ts';

/** What the service does by itself is written by this actor. */
export const SYSTEM: Actor = { type: 'system', id: 'system' };

const DAY_MILLIS = 86_400_000;

/** The scopes a role brings along. */
const ROLE_SCOPES: Readonly<Record<PersonPlan['role'], readonly string[]>> = {
  owner: ['read:*', 'write:*', 'ai:ask', 'actions:execute', 'admin:*'],
  admin: ['read:*', 'write:*', 'ai:ask', 'actions:execute', 'admin:*'],
  manager: ['read:*', 'write:*', 'ai:ask', 'actions:execute'],
  worker: ['read:tasks', 'read:flocks', 'write:daily-logs', 'write:field-reports', 'write:media'],
  vet: ['read:*', 'write:treatments', 'write:events', 'ai:ask'],
  advisor: ['read:*', 'ai:ask'],
  accountant: ['read:*', 'write:expenses', 'write:sales'],
  viewer: ['read:*'],
};

/** The row of a person as its writer. */
export function actorOf(person: DemoPerson): Actor {
  return { type: 'user', id: person.id };
}

/** An Israeli mobile number that nobody has, with its international form. */
export function phoneOf(serial: number): { readonly phone: string; readonly phoneE164: string } {
  const line = `${serial}`.padStart(4, '0');
  return { phone: `050-555-${line}`, phoneE164: `+97250555${line}` };
}

/** Writes the users; they joined in the months before the history begins. */
export function addPeople(context: DemoContext): readonly DemoPerson[] {
  const random = context.random('people');
  const founded = context.at(context.firstDay, 9) - 240 * DAY_MILLIS;
  const ownerAt = founded + Math.floor(random.between(0, DAY_MILLIS));
  const ownerId = context.newId('users', ownerAt);
  const { people, organisation } = context.phrases;
  return personPlans.map((plan, index) => {
    const { name, mailbox, lang } = people[plan.key];
    const joined = index === 0 ? ownerAt : joinedAt(context, plan, founded, random.next());
    const id = index === 0 ? ownerId : context.newId('users', joined);
    const { lastSeenAt, leftAt } = lastSeen(context, plan, random.next());
    context.add('users', {
      id,
      farmId: null,
      at: joined,
      updatedAt: leftAt ?? joined,
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

/** Writes who may enter which farm, as the owner granted it. */
export function addFarmAccess(
  context: DemoContext,
  people: readonly DemoPerson[],
  farms: readonly DemoFarm[],
): void {
  const random = context.random('farm-access');
  for (const farm of farms) {
    for (const person of people) {
      const early = Math.floor(random.between(5, 90) * DAY_MILLIS);
      if (person.farms.includes(farm.plan.key)) addAccess(context, farm, person, early);
    }
  }
}

function addAccess(context: DemoContext, farm: DemoFarm, person: DemoPerson, early: number): void {
  const granted =
    person.status === 'invited'
      ? context.now - 2 * DAY_MILLIS
      : context.at(context.firstDay, 8) - early;
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
      scopes: ROLE_SCOPES[person.role],
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
  const ago = Math.floor(share * (plan.role === 'viewer' ? 20 : 1.5) * DAY_MILLIS);
  switch (plan.status) {
    case 'invited':
      return { lastSeenAt: null, leftAt: undefined };
    case 'active':
      return { lastSeenAt: formatInstant(context.now - ago), leftAt: undefined };
    default: {
      const leftAt = context.now - 20 * DAY_MILLIS;
      return { lastSeenAt: formatInstant(leftAt - ago), leftAt };
    }
  }
}
