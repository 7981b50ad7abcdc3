import { createDemoContext, DEMO_ZONE } from './demo-context.ts';
import type { DemoData, DemoOptions } from './demo-data.ts';

/** The organisation of a demo, which a mock server without rows has too. */
export function demoOrganisation(options: DemoOptions): DemoData['organisation'] {
  const { organisationId, phrases, language } = createDemoContext(options);
  return { id: organisationId, name: phrases.organisation.name, timezone: DEMO_ZONE, language };
}
