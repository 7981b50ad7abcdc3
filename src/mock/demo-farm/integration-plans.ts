import { formatInstant } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoFarm } from './demo-farm.ts';

type IntegrationFields = DemoFields<'integrations'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The integrations of a farm as they stand at the present; the small farm has none yet. */
export function integrationPlans(
  context: DemoContext,
  farm: DemoFarm,
): readonly IntegrationFields[] {
  const texts = context.phrases.integrations;
  const seen = (agoMillis: number) => formatInstant(context.now - agoMillis);
  const works = { status: 'active', lastSuccessAt: seen(4 * MINUTE) } as const;
  const camera: IntegrationFields = {
    name: texts.camera,
    kind: 'camera',
    vendor: 'CoopVision',
    pollMinutes: 60,
    ...works,
  };
  const controller: IntegrationFields = {
    name: texts.controller,
    kind: 'controller',
    vendor: 'Rotem',
    endpoint: `https://controllers.${farm.plan.key}.example/api`,
    authRef: `env:${farm.plan.key.toUpperCase()}_CONTROLLER_KEY`,
    pollMinutes: 15,
    ...works,
  };
  const weather: IntegrationFields = {
    name: texts.weather,
    kind: 'weather',
    vendor: 'WeatherPoint',
    endpoint: 'https://weather.example/v2',
    authRef: 'env:WEATHER_KEY',
    pollMinutes: 180,
    ...works,
  };
  if (farm.plan.key === 'small') return [];
  if (farm.plan.key === 'layers') {
    return [
      camera,
      controller,
      {
        ...weather,
        status: 'failing',
        lastSuccessAt: seen(31 * HOUR),
        lastError: '401 Unauthorized: the key has expired',
        lastErrorAt: seen(22 * MINUTE),
        consecutiveFailures: 11,
      },
    ];
  }
  return [
    camera,
    controller,
    weather,
    {
      name: texts.accounting,
      kind: 'accounting',
      vendor: 'Hashavshevet',
      authRef: 'env:ACCOUNTING_KEY',
      pollMinutes: 1440,
      status: 'active',
      lastSuccessAt: seen(9 * HOUR),
    },
    {
      name: texts.messaging,
      kind: 'messaging',
      vendor: 'WhatsApp Business',
      authRef: 'env:MESSAGING_KEY',
      pollMinutes: 5,
      ...works,
    },
    {
      name: texts.slaughterhouse,
      kind: 'slaughterhouse',
      vendor: 'Galil Processing',
      pollMinutes: 720,
      status: 'paused',
      lastSuccessAt: seen(6 * DAY),
      notes: texts.pausedNote,
    },
  ];
}
