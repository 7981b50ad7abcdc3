import { addDays } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm } from './demo-farm.ts';
import { marketOrderPlans, type TenderPlan, tenderPlans } from './market-plans.ts';
import { actorOf, phoneOf } from './people.ts';
import { phrasesOf } from './phrases.ts';

const BID_SPREAD = 0.06;
const USD_RATE = 3.4;
/** This bidder names its price in dollars. */
const FOREIGN_BIDDER = 'delta';

/** Writes tenders with their bids, and what is ordered or offered outside them. */
export function addMarket(context: DemoContext, farms: readonly DemoFarm[]): void {
  const { phrases } = context;
  const random = context.random('market');
  for (const plan of tenderPlans) {
    const farm = farms.find((one) => one.plan.key === plan.farm);
    if (farm) addTender(context, random.fork(streamOf(plan)), farm, plan);
  }
  marketOrderPlans.forEach((plan) => {
    const farm = farms.find((one) => one.plan.key === plan.farm);
    if (!farm) return;
    const { needByIn, writtenDaysAgo, contact, key, supplier, unit, farm: _farm, ...said } = plan;
    const at = context.at(addDays(context.today, -writtenDaysAgo), random.between(8, 17));
    context.add('market-orders', {
      farmId: farm.id,
      at,
      by: actorOf(farm.manager),
      fields: {
        ...said,
        title: phrases.orders[key],
        unit: phrases.units[unit],
        supplierName: phrases.firms[supplier],
        needByDate: addDays(context.today, needByIn),
        contactId: contact === undefined ? null : (farm.contact(contact) ?? null),
      },
    });
  });
}

/** Named by the Hebrew title in every language: the bids of existing seeds were drawn so. */
function streamOf({ key }: TenderPlan): string {
  return phrasesOf('he').tenders[key].title;
}

function addTender(context: DemoContext, random: Random, farm: DemoFarm, plan: TenderPlan): void {
  const at = context.at(addDays(context.today, -plan.writtenDaysAgo), random.between(8, 16));
  const texts = context.phrases.tenders[plan.key];
  const isOver = plan.status !== 'open' && plan.status !== 'draft';
  const tenderId = context.add('tenders', {
    farmId: farm.id,
    at,
    updatedAt: isOver ? context.at(addDays(context.today, plan.deadlineIn + 2), 10) : undefined,
    by: actorOf(farm.manager),
    fields: {
      title: texts.title,
      direction: plan.direction,
      category: plan.category,
      description: texts.description,
      quantity: plan.quantity,
      unit: context.phrases.units[plan.unit],
      deadline: addDays(context.today, plan.deadlineIn),
      deliveryDate: addDays(context.today, plan.deliveryIn),
      status: plan.status,
    },
  });
  const prices = plan.bidders.map(
    () => plan.unitPrice * (1 + random.between(-BID_SPREAD, BID_SPREAD)),
  );
  const best = plan.direction === 'buy' ? Math.min(...prices) : Math.max(...prices);
  plan.bidders.forEach((bidder, index) => {
    const price = prices[index] ?? plan.unitPrice;
    const isForeign = bidder === FOREIGN_BIDDER;
    const serial = 6000 + random.integer(0, 3000);
    context.add('tender-bids', {
      farmId: farm.id,
      at:
        at +
        Math.floor(
          random.between(0.2, 1) *
            (Math.min(context.at(addDays(context.today, plan.deadlineIn), 12), context.now) - at),
        ),
      by: actorOf(farm.manager),
      fields: {
        tenderId,
        supplierName: context.phrases.firms[bidder],
        ...phoneOf(serial),
        email: `bids-${serial}@suppliers.example`,
        price: roundTo(isForeign ? price / USD_RATE : price, 2),
        currency: isForeign ? 'USD' : 'ILS',
        deliveryDate: addDays(context.today, plan.deliveryIn + random.integer(-3, 3)),
        status: bidStatus(plan, price === best, index),
      },
    });
  });
}

function bidStatus(plan: TenderPlan, isBest: boolean, index: number) {
  if (plan.status === 'awarded') return isBest ? ('accepted' as const) : ('rejected' as const);
  if (plan.status === 'closed' && isBest) return 'shortlisted' as const;
  return index === 3 ? ('withdrawn' as const) : ('submitted' as const);
}
