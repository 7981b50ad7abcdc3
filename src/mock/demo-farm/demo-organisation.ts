import { createDemoContext, DEMO_ZONE } from './demo-context.ts';
import type { DemoData, DemoOptions } from './demo-data.ts';

/** The organisation of a demo, which a mock server without rows has too. */
export function demoOrganisation(options: DemoOptions): DemoData['organisation'] {
  const { organisationId } = createDemoContext(options);
  return { id: organisationId, name: 'לולי השרון', timezone: DEMO_ZONE, language: 'he' };
}
