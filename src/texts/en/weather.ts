/** The weather to come, and what is missing to know it. */
export const weather = {
  'weather.no_coordinates': 'The farm has no coordinates, so no forecast can be asked for.',
  'weather.no_weather_source': 'The farm has no connection to a weather service.',
  'weather.weather_source_off': 'The connection to the weather service is switched off.',
  'weather.weather_source_failing':
    '{hasError, select, yes {{source} does not work: {error}} other {{source} does not work.}}',
  'weather.no_forecast': 'There is no forecast yet.',
  'weather.short_forecast': 'The forecast reaches only {hours} ahead.',
  'weather.heat_warning': 'Heat from {from} to {until}: up to {thi} as birds feel it outside.',
  'weather.heat_critical':
    'Dangerous heat from {from} to {until}: up to {thi} as birds feel it outside.',
  'weather.cold': 'Cold from {from} to {until}, down to {temp}, while chicks are inside.',
  'weather.task.heat_warning': 'Check fans, cooling pads and water before the heat',
  'weather.task.heat_critical':
    'Prepare for dangerous heat: cooling, water, no handling and no feed at noon',
  'weather.task.cold': 'Check heaters and gas, and close gaps before the cold',
} as const;
