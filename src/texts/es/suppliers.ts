import type { suppliers as english } from '../en/suppliers.ts';

export const suppliers = {
  'suppliers.no_suppliers': 'Ninguna entrega, lote o medicamento dice de qué proveedor vino.',
  'suppliers.delivery_without_supplier':
    '{count, plural, one {# entrega de alimento no dice} other {# entregas de alimento no dicen}} quién la hizo.',
  'suppliers.flock_without_supplier':
    'No está registrado de dónde vinieron los pollitos del lote {flock}.',
} satisfies Record<keyof typeof english, string>;
