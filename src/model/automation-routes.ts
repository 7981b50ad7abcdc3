import { automationRunAnswer, automationRunBody } from './answers/automations.ts';
import { text, word } from './fields.ts';
import { languages } from './languages.ts';
import type { RouteOperation } from './operation.ts';
import { closed } from './vocabulary.ts';

const query = {
  farmId: text(80, { note: 'The farm of the automation' }),
  lang: word(closed(languages), {
    note: 'Language of the texts; default: that of the organisation',
  }),
} as const;

/** The routes of the application that run an automation now. */
export const automationRoutes = [
  {
    kind: 'route',
    operationId: 'judgeAutomation',
    method: 'GET',
    path: '/os/automations/{id}/run',
    scope: 'read:*',
    tag: 'Automations',
    summary: 'See what an automation would do now, and why',
    description: 'Nothing is done; one that is switched off is judged as well.',
    query,
    exampleQuery: { lang: 'en' },
    answer: automationRunAnswer,
  },
  {
    kind: 'route',
    operationId: 'runAutomation',
    method: 'POST',
    path: '/os/automations/{id}/run',
    scope: 'write:*',
    tag: 'Automations',
    summary: 'Run an automation now',
    description:
      'With dryRun: false it acts where its condition is due, as it does by itself when a reading ' +
      'comes: once until the condition has ended, and not at all while it is switched off.',
    query,
    exampleQuery: { lang: 'en' },
    body: automationRunBody,
    answer: automationRunAnswer,
  },
] as const satisfies readonly RouteOperation[];
