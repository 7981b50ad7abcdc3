import { addDays } from '../../tools/calendar.ts';
import { roundTo } from '../../tools/rounding.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFarm } from './demo-farm.ts';
import type { FarmPlan } from './farm-plan.ts';
import { actorOf } from './people.ts';

/** A product on the shelf. */
export interface Product {
  readonly name: string;
  readonly kind: string;
  readonly unit: string;
  /** What the farm wants to have at least; it keeps up to four times as much. */
  readonly minQuantity: number;
  readonly farms: readonly FarmPlan['key'][];
  /** How this product stands out at the present. */
  readonly state?: 'expired' | 'low' | 'out';
  /** Days that must pass between the last dose and slaughter. */
  readonly withdrawalDays?: number;
}

const ALL = { farms: ['broilers', 'layers', 'small'] } as const;
const BROILERS = { farms: ['broilers', 'small'] } as const;
const LAYERS = { farms: ['layers'] } as const;

/** What stands in the medicine rooms; treatments use these names. */
// biome-ignore format: a product a line.
export const products = [
  { name: 'תרכיב ניוקאסל לה־סוטה, 1000 מנות', kind: 'vaccine', unit: 'vials', minQuantity: 20, ...ALL },
  { name: 'תרכיב ברונכיטיס H120, 1000 מנות', kind: 'vaccine', unit: 'vials', minQuantity: 20, ...ALL, state: 'low' },
  { name: 'תרכיב גומבורו ביניים, 1000 מנות', kind: 'vaccine', unit: 'vials', minQuantity: 22, ...BROILERS },
  { name: 'תרכיב אבעבועות, 1000 מנות', kind: 'vaccine', unit: 'vials', minQuantity: 6, ...LAYERS, state: 'expired' },
  { name: 'אמוקסיצילין 80%', kind: 'antibiotic', unit: 'kg', minQuantity: 3, withdrawalDays: 5, ...ALL },
  { name: 'דוקסיציקלין 50%', kind: 'antibiotic', unit: 'kg', minQuantity: 3, withdrawalDays: 7, ...BROILERS },
  { name: 'טילוזין טרטרט', kind: 'antibiotic', unit: 'kg', minQuantity: 2, withdrawalDays: 5, ...BROILERS, state: 'expired' },
  { name: 'פלורפניקול 10%', kind: 'antibiotic', unit: 'l', minQuantity: 4, withdrawalDays: 7, ...BROILERS },
  { name: 'קוליסטין (במרשם בלבד)', kind: 'antibiotic', unit: 'kg', minQuantity: 1, withdrawalDays: 7, ...BROILERS },
  { name: 'טולטרזוריל 2.5%', kind: 'anticoccidial', unit: 'l', minQuantity: 5, withdrawalDays: 8, ...BROILERS, state: 'low' },
  { name: 'אמפרוליום 20%', kind: 'anticoccidial', unit: 'kg', minQuantity: 4, withdrawalDays: 3, ...BROILERS },
  { name: 'פלובנדזול 5%', kind: 'antiparasitic', unit: 'kg', minQuantity: 2, ...LAYERS },
  { name: 'ויטמין AD3E', kind: 'vitamin', unit: 'l', minQuantity: 8, ...ALL },
  { name: 'ויטמין C לעומס חום', kind: 'vitamin', unit: 'kg', minQuantity: 5, ...ALL },
  { name: 'אלקטרוליטים', kind: 'electrolyte', unit: 'kg', minQuantity: 6, ...ALL, state: 'out' },
  { name: 'חומצות אורגניות למי שתייה', kind: 'other', unit: 'l', minQuantity: 20, ...BROILERS },
  { name: 'פרוביוטיקה', kind: 'probiotic', unit: 'sachets', minQuantity: 10, ...ALL },
  { name: 'גלוטראלדהיד + QAC', kind: 'disinfectant', unit: 'l', minQuantity: 25, ...ALL },
  { name: 'חומצה פראצטית 15%', kind: 'disinfectant', unit: 'l', minQuantity: 20, ...BROILERS },
  { name: 'טבליות כלור', kind: 'disinfectant', unit: 'tablets', minQuantity: 200, ...ALL },
  { name: 'תכשיר נגד חיפושית הריפוד', kind: 'pesticide', unit: 'l', minQuantity: 5, ...BROILERS },
  { name: 'פיתיון מכרסמים', kind: 'pesticide', unit: 'kg', minQuantity: 10, ...ALL },
] as const satisfies readonly Product[];

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
      name: product.name,
      kind: product.kind,
      quantity,
      unit: product.unit,
      expiryDate: addDays(context.today, daysToExpiry),
      batchNumber: `L${batch}`,
      minQuantity: product.minQuantity,
      supplierId: farm.contact('medicine1') ?? null,
      notes: product.kind === 'vaccine' ? 'לשמור בקירור, 2–8 מעלות' : null,
    },
  });
}

function stockShare(product: Product, share: number): number {
  if (product.state === 'out') return 0;
  return product.state === 'low' ? 0.4 : share;
}
