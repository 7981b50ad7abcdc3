import { addDays } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm } from './demo-farm.ts';
import type { FarmPlan } from './farm-plan.ts';
import { actorOf } from './people.ts';
import type { Phrases } from './phrases.ts';

/** The name of a product in the phrase files. */
export type ProductKey = keyof Phrases['products'];

/** A product on the shelf. */
export interface Product {
  readonly key: ProductKey;
  readonly kind: string;
  readonly unit: string;
  /** What the farm wants to have at least; it keeps up to four times as much. */
  readonly minQuantity: number;
  readonly farms: readonly FarmPlan['key'][];
  /** How this product stands out at the present. */
  readonly state?: 'expired' | 'low' | 'out';
  /** Days that must pass between the last dose and slaughter. */
  readonly withdrawalDays?: number;
  /** Not given without a prescription. */
  readonly isPrescriptionOnly?: boolean;
}

const ALL = { farms: ['broilers', 'layers', 'small'] } as const;
const BROILERS = { farms: ['broilers', 'small'] } as const;
const LAYERS = { farms: ['layers'] } as const;

/** What stands in the medicine rooms; treatments use the same products. */
// biome-ignore format: a product a line.
export const products: readonly Product[] = [
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

/** Writes the medicine rooms: most of it in order, some expired, some low, one used up. */
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
