import type { Fix } from '../insights/section.ts';
import { supplierKinds } from '../suppliers/supplier-kinds.ts';
import type { SetupSnapshot, SetupStep } from './setup-step.ts';

/** Who works on and for the farm. */
export const peopleSteps = {
  vet_contact: {
    weight: 5,
    isDone: ({ contacts }) => contacts.some(({ kind }) => kind === 'vet'),
    fix: (snapshot) => contactFix(snapshot, 'vet'),
  },
  supplier_contact: {
    weight: 4,
    isDone: ({ contacts }) => contacts.some(({ kind }) => supplierKinds.includes(kind)),
    fix: (snapshot) => contactFix(snapshot, 'feed_supplier'),
  },
  worker_user: {
    weight: 4,
    isDone: ({ users }) => users.some(({ role }) => role === 'worker'),
    fix: ({ farm }) => ({
      method: 'POST',
      path: '/users',
      body: { farmId: farm.id, name: null, phone: null, role: 'worker' },
    }),
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

function contactFix({ farm }: SetupSnapshot, kind: string): Fix {
  return {
    method: 'POST',
    path: '/contacts',
    body: { farmId: farm.id, kind, name: null, phone: null },
    action: 'create_contact',
  };
}
