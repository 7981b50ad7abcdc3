import { brainScanAnswer, brainScanBody } from './answers/brain.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The route of the application that looks through farms now. */
export const brainRoutes = [
  {
    kind: 'route',
    operationId: 'scanFarms',
    method: 'POST',
    path: '/os/brain/scan',
    scope: 'actions:execute',
    tag: 'Brain',
    summary: 'Look through farms now',
    description:
      'Applies the rules of alerts and looks for gaps, as the service does by itself at 5:30 and ' +
      '20:00 of the farm; the rules are applied every hour besides, those about air and sensors ' +
      'every 15 minutes. Each farm is a transaction of its own. New gaps are told with ' +
      `gap.detected, every scan with brain.scan. More than ${limits.brainScanFarms} farms at once ` +
      'are refused.',
    body: brainScanBody,
    answer: brainScanAnswer,
  },
] as const satisfies readonly RouteOperation[];
