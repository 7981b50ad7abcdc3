import type { Phrases } from './phrases.ts';

/** A company, by its key in the phrase files. */
type Firm = keyof Phrases['firms'];

/** A tender of the demo: what is asked for, and how it stands. */
export interface TenderPlan {
  readonly key: keyof Phrases['tenders'];
  readonly farm: 'broilers' | 'layers';
  readonly direction: 'buy' | 'sell';
  readonly category: string;
  readonly quantity: number;
  readonly unit: keyof Phrases['units'];
  /** What a unit is worth, ILS; bids lie within 6 % of it. */
  readonly unitPrice: number;
  /** Days before the present it was written; the deadline and the delivery by days from now. */
  readonly writtenDaysAgo: number;
  readonly deadlineIn: number;
  readonly deliveryIn: number;
  readonly status: 'draft' | 'open' | 'closed' | 'awarded' | 'cancelled' | 'expired';
  readonly bidders: readonly Firm[];
}

export const tenderPlans: readonly TenderPlan[] = [
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
export const marketOrderPlans: readonly MarketOrderPlan[] = [
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
