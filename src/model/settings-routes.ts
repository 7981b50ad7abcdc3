import { settingsAnswer, settingsBody } from './answers/settings.ts';
import type { RouteOperation } from './operation.ts';

const base = { kind: 'route', scope: 'admin:*', tag: 'Settings', path: '/os/settings' } as const;

/** The routes of the application about what an organisation settles for all its farms. */
export const settingsRoutes = [
  {
    ...base,
    operationId: 'readSettings',
    method: 'GET',
    summary: 'Read the settings of the organisation',
    description: 'Returns the current value and the default of each setting.',
    answer: settingsAnswer,
  },
  {
    ...base,
    operationId: 'changeSettings',
    method: 'PATCH',
    summary: 'Change settings of the organisation',
    description:
      'Time zone, language, thresholds, and how long what is kept. Holds from the next request on, ' +
      'on every instance.',
    body: settingsBody,
    answer: settingsAnswer,
  },
] as const satisfies readonly RouteOperation[];
