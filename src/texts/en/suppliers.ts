/** What is missing for judging suppliers. */
export const suppliers = {
  'suppliers.no_suppliers': 'No delivery, flock or medicine says which supplier it came from.',
  'suppliers.delivery_without_supplier':
    '{count, plural, one {# delivery of feed does} other {# deliveries of feed do}} not say who delivered it.',
  'suppliers.flock_without_supplier':
    'Where the chicks of flock {flock} came from is not recorded.',
} as const;
