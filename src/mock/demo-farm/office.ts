import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm, DemoPerson } from './demo-farm.ts';
import { regItemPlans, ticketPlans } from './office-plans.ts';
import { actorOf } from './people.ts';

const DAY = 86_400_000;

/** Writes what authorities want of the farms, and what the farms wanted of support. */
export function addOffice(
  context: DemoContext,
  farms: readonly DemoFarm[],
  people: readonly DemoPerson[],
): void {
  for (const farm of farms) addRegItems(context, farm);
  addTickets(context, farms, people);
}

function addRegItems(context: DemoContext, farm: DemoFarm): void {
  const random = context.random(`reg-items/${farm.plan.key}`);
  for (const plan of regItemPlans.filter((one) => one.farms.includes(farm.plan.key))) {
    const day = (offset: number | undefined) =>
      offset === undefined ? null : addDays(context.today, offset);
    const written = addDays(context.today, Math.min(-20, plan.dueIn - 30));
    const at = context.at(written, random.between(8, 15));
    context.add('reg-items', {
      farmId: farm.id,
      at,
      updatedAt:
        plan.completedIn === undefined
          ? at
          : context.at(addDays(context.today, plan.completedIn), 12),
      by: actorOf(farm.manager),
      fields: {
        title: context.phrases.duties[plan.key],
        kind: plan.kind,
        authority: context.phrases.authorities[plan.authority],
        referenceNumber: `${plan.kind.slice(0, 3).toUpperCase()}-${random.integer(10_000, 99_999)}`,
        status: plan.status,
        dueDate: day(plan.dueIn),
        issuedDate: day(plan.completedIn),
        expiryDate: day(plan.expiryIn),
        completedAt: day(plan.completedIn),
        frequency: plan.frequency ?? 'once',
        barnId: plan.isForBarn ? (farm.barns[0]?.id ?? null) : null,
      },
    });
  }
}

function addTickets(
  context: DemoContext,
  farms: readonly DemoFarm[],
  people: readonly DemoPerson[],
): void {
  const random = context.random('support-tickets');
  ticketPlans.forEach((plan, index) => {
    const farm = farms.find((one) => one.plan.key === plan.farm);
    const person = people.find((one) => one.key === plan.person);
    if (!farm || !person) return;
    const texts = context.phrases.tickets[plan.key];
    const at = context.at(addDays(context.today, -plan.daysAgo), random.between(7, 19));
    const firstResponseAt = at + Math.floor(random.between(0.5, 6) * 3_600_000);
    const closedAt = at + Math.floor(random.between(0.6, 4) * DAY);
    const isOver = plan.status === 'resolved' || plan.status === 'closed';
    context.add('support-tickets', {
      farmId: farm.id,
      at,
      updatedAt: isOver ? closedAt : firstResponseAt,
      by: actorOf(person),
      fields: {
        subject: texts.subject,
        body: texts.body,
        category: plan.category,
        priority: plan.priority,
        status: plan.status,
        channel: plan.channel,
        lang: person.lang,
        assignee: plan.status === 'open' ? null : context.phrases.support,
        resolutionNote: texts.resolution,
        number: 1001 + index,
        userId: person.id,
        firstResponseAt:
          plan.status === 'open' ? null : formatInstant(Math.min(firstResponseAt, context.now)),
        closedAt: plan.status === 'closed' ? formatInstant(Math.min(closedAt, context.now)) : null,
      },
    });
  });
}
