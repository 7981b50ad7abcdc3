import { expect, test } from 'vitest';
import { OPEN_METEO_URL, openMeteoUrl } from '../../../src/platform/integrations/open-meteo.ts';

const place = { latitude: 32.3601, longitude: -34.90999 };
const request =
  'latitude=32.36&longitude=-34.91&hourly=temperature_2m%2Crelative_humidity_2m' +
  '&past_days=1&forecast_days=4&timezone=UTC';

test.each([
  [OPEN_METEO_URL, `https://api.open-meteo.com/v1/forecast?${request}`],
  ['http://weather.lan:8080/', `http://weather.lan:8080/v1/forecast?${request}`],
  ['https://proxy.example/open-meteo/', `https://proxy.example/open-meteo/v1/forecast?${request}`],
  ['https://paid.example/?apikey=k', `https://paid.example/v1/forecast?apikey=k&${request}`],
])('with the base URL %s', (base, url) => {
  expect(openMeteoUrl(base, place)).toBe(url);
});
