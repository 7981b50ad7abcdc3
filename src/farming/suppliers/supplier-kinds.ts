/** The kinds of contacts that goods are bought from. */
export const supplierKinds: readonly (string | null)[] = [
  'supplier',
  'feed_supplier',
  'chick_supplier',
  'medicine_supplier',
];
