import { addDays } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import { type DemoContext, type Phrases, phrasesOf } from './demo-context.ts';
import type { DemoFarm } from './demo-farm.ts';
import { actorOf, phoneOf } from './farms.ts';

const BID_SPREAD = 0.06;
const USD_RATE = 3.4;
/** This bidder bids in US dollars. */
const FOREIGN_BIDDER = 'delta';

/** Generates tenders with their bids, and orders and offers outside tenders. */
export function addMarket(context: DemoContext, farms: readonly DemoFarm[]): void {
  const { phrases } = context;
  const random = context.random('market');
  for (const plan of tenderPlans) {
    const farm = farms.find((farm) => farm.plan.key === plan.farm);
    if (farm) addTender(context, random.fork(streamOf(plan)), farm, plan);
  }
  marketOrderPlans.forEach((plan) => {
    const farm = farms.find((farm) => farm.plan.key === plan.farm);
    if (!farm) return;
    const { needByIn, writtenDaysAgo, contact, key, supplier, unit, farm: _farm, ...fields } = plan;
    const at = context.at(addDays(context.today, -writtenDaysAgo), random.between(8, 17));
    context.add('market-orders', {
      farmId: farm.id,
      at,
      by: actorOf(farm.manager),
      fields: {
        ...fields,
        title: phrases.orders[key],
        unit: phrases.units[unit],
        supplierName: phrases.firms[supplier],
        needByDate: addDays(context.today, needByIn),
        contactId: contact === undefined ? null : (farm.contact(contact) ?? null),
      },
    });
  });
}

/**
 * Random streams are named after the Hebrew title in every language, so that existing seeds keep
 * their bids.
 */
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
  const bestPrice = plan.direction === 'buy' ? Math.min(...prices) : Math.max(...prices);
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
        status: bidStatus(plan, price === bestPrice, index),
      },
    });
  });
}

function bidStatus(plan: TenderPlan, isBest: boolean, index: number) {
  if (plan.status === 'awarded') return isBest ? ('accepted' as const) : ('rejected' as const);
  if (plan.status === 'closed' && isBest) return 'shortlisted' as const;
  return index === 3 ? ('withdrawn' as const) : ('submitted' as const);
}

/** A company, by its key in the phrase files. */
type Firm = keyof Phrases['firms'];

/** A demo tender and its status. */
export interface TenderPlan {
  readonly key: keyof Phrases['tenders'];
  readonly farm: 'broilers' | 'layers';
  readonly direction: 'buy' | 'sell';
  readonly category: string;
  readonly quantity: number;
  readonly unit: keyof Phrases['units'];
  /** Fair price per unit, ILS; bids are within 6% of it. */
  readonly unitPrice: number;
  /** Creation, in days before now; deadline and delivery are in days from now. */
  readonly writtenDaysAgo: number;
  readonly deadlineIn: number;
  readonly deliveryIn: number;
  readonly status: 'draft' | 'open' | 'closed' | 'awarded' | 'cancelled' | 'expired';
  readonly bidders: readonly Firm[];
}

const tenderPlans: readonly TenderPlan[] = [
  {
    farm: 'broilers',
    key: 'feed',
    direction: 'buy',
    category: 'feed',
    quantity: 400,
    unit: 'tons',
    unitPrice: 2330,
    writtenDaysAgo: 9,
    deadlineIn: 5,
    deliveryIn: 21,
    status: 'open',
    bidders: ['sharonFeed', 'valleyFeed', 'ambar', 'delta'],
  },
  {
    farm: 'broilers',
    key: 'liveBirds',
    direction: 'sell',
    category: 'live_birds',
    quantity: 25_000,
    unit: 'birds',
    unitPrice: 19.3,
    writtenDaysAgo: 4,
    deadlineIn: 2,
    deliveryIn: 7,
    status: 'open',
    bidders: ['galilSlaughter', 'lowlandPoultry', 'daher'],
  },
  {
    farm: 'broilers',
    key: 'catching',
    direction: 'buy',
    category: 'catching',
    quantity: 270_000,
    unit: 'birds',
    unitPrice: 0.2,
    writtenDaysAgo: 62,
    deadlineIn: -48,
    deliveryIn: -40,
    status: 'awarded',
    bidders: ['triangleCatching', 'catchingLtd', 'barnForce'],
  },
  {
    farm: 'broilers',
    key: 'gas',
    direction: 'buy',
    category: 'gas',
    quantity: 18,
    unit: 'tons',
    unitPrice: 5200,
    writtenDaysAgo: 38,
    deadlineIn: -16,
    deliveryIn: 12,
    status: 'closed',
    bidders: ['sharonGas', 'greenEnergy', 'gazit', 'burner'],
  },
  {
    farm: 'broilers',
    key: 'litter',
    direction: 'buy',
    category: 'litter',
    quantity: 60,
    unit: 'tons',
    unitPrice: 640,
    writtenDaysAgo: 95,
    deadlineIn: -70,
    deliveryIn: -60,
    status: 'expired',
    bidders: [],
  },
  {
    farm: 'layers',
    key: 'eggs',
    direction: 'sell',
    category: 'eggs',
    quantity: 110,
    unit: 'tons',
    unitPrice: 6150,
    writtenDaysAgo: 12,
    deadlineIn: 8,
    deliveryIn: 30,
    status: 'open',
    bidders: ['gilboaEggs', 'northEggs', 'baker'],
  },
  {
    farm: 'layers',
    key: 'manure',
    direction: 'sell',
    category: 'manure',
    quantity: 40,
    unit: 'tons',
    unitPrice: 90,
    writtenDaysAgo: 2,
    deadlineIn: 20,
    deliveryIn: 35,
    status: 'draft',
    bidders: [],
  },
];

/** An order, offer or contract of the market. */
export interface MarketOrderPlan {
  readonly farm: 'broilers' | 'layers';
  readonly kind: 'order' | 'offer' | 'request' | 'contract';
  readonly direction: 'buy' | 'sell';
  readonly category: string;
  readonly key: keyof Phrases['orders'];
  readonly quantity: number;
  readonly unit: keyof Phrases['units'];
  readonly price: number;
  readonly needByIn: number;
  readonly writtenDaysAgo: number;
  readonly supplier: Firm;
  readonly contact?: string;
  readonly status:
    | 'draft'
    | 'open'
    | 'negotiating'
    | 'confirmed'
    | 'fulfilled'
    | 'cancelled'
    | 'expired';
}

// biome-ignore format: an order a line.
const marketOrderPlans: readonly MarketOrderPlan[] = [
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'chicks', key: 'chicks', quantity: 17_300, unit: 'chicks', price: 4.52, needByIn: 18, writtenDaysAgo: 3, supplier: 'northHatchery', contact: 'chicks1', status: 'confirmed' },
  { farm: 'broilers', kind: 'contract', direction: 'sell', category: 'live_birds', key: 'salesContract', quantity: 480_000, unit: 'kg', price: 7.65, needByIn: 200, writtenDaysAgo: 110, supplier: 'galilSlaughter', contact: 'slaughter1', status: 'confirmed' },
  { farm: 'broilers', kind: 'order', direction: 'sell', category: 'live_birds', key: 'barn4Rest', quantity: 7100, unit: 'birds', price: 19.9, needByIn: 2, writtenDaysAgo: 2, supplier: 'galilSlaughter', contact: 'slaughter1', status: 'confirmed' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'litter', key: 'litter', quantity: 14, unit: 'tons', price: 655, needByIn: 14, writtenDaysAgo: 1, supplier: 'israelLitter', contact: 'litter1', status: 'open' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'medicine', key: 'toltrazuril', quantity: 10, unit: 'litres', price: 410, needByIn: 4, writtenDaysAgo: 1, supplier: 'vetmarket', contact: 'medicine1', status: 'open' },
  { farm: 'broilers', kind: 'request', direction: 'buy', category: 'equipment', key: 'fanMotor', quantity: 2, unit: 'pieces', price: 1450, needByIn: 3, writtenDaysAgo: 1, supplier: 'climateControl', contact: 'tech1', status: 'negotiating' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'gas', key: 'gas', quantity: 3, unit: 'tons', price: 5240, needByIn: -20, writtenDaysAgo: 27, supplier: 'sharonGas', contact: 'gas1', status: 'fulfilled' },
  { farm: 'broilers', kind: 'offer', direction: 'sell', category: 'manure', key: 'manure', quantity: 55, unit: 'tons', price: 85, needByIn: -35, writtenDaysAgo: 50, supplier: 'sharonOrchards', status: 'expired' },
  { farm: 'layers', kind: 'contract', direction: 'sell', category: 'eggs', key: 'eggs', quantity: 320, unit: 'tons', price: 6100, needByIn: 150, writtenDaysAgo: 90, supplier: 'gilboaEggs', contact: 'eggs1', status: 'confirmed' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'services', key: 'beltRepair', quantity: 1, unit: 'visits', price: 1800, needByIn: 1, writtenDaysAgo: 1, supplier: 'dagan', contact: 'tech1', status: 'open' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'chicks', key: 'pullets', quantity: 8700, unit: 'pullets', price: 38.5, needByIn: 120, writtenDaysAgo: 6, supplier: 'northPullets', contact: 'chicks1', status: 'draft' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'equipment', key: 'trays', quantity: 9000, unit: 'trays', price: 0.62, needByIn: -44, writtenDaysAgo: 52, supplier: 'valleyPackaging', status: 'cancelled' },
];
