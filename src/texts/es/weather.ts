import type { weather as english } from '../en/weather.ts';

export const weather = {
  'weather.no_coordinates':
    'La granja no tiene coordenadas y por eso no se puede pedir el pronóstico.',
  'weather.no_weather_source': 'La granja no tiene conexión con un servicio del tiempo.',
  'weather.weather_source_off': 'La conexión con el servicio del tiempo está apagada.',
  'weather.weather_source_failing':
    '{hasError, select, yes {{source} no funciona: {error}} other {{source} no funciona.}}',
  'weather.no_forecast': 'Todavía no hay pronóstico.',
  'weather.short_forecast': 'El pronóstico solo alcanza {hours}.',
  'weather.heat_warning':
    'Calor del {from} al {until}: hasta {thi} de sensación para las aves en el exterior.',
  'weather.heat_critical':
    'Calor peligroso del {from} al {until}: hasta {thi} de sensación para las aves en el exterior.',
  'weather.cold': 'Frío del {from} al {until}, hasta {temp}, con pollitos en los galpones.',
  'weather.task.heat_warning':
    'Revisar ventiladores, paneles de enfriamiento y agua antes del calor',
  'weather.task.heat_critical':
    'Prepararse para el calor peligroso: enfriamiento, agua, sin manejo ni alimento al mediodía',
  'weather.task.cold': 'Revisar calefactores y gas y cerrar entradas de aire antes del frío',
} satisfies Record<keyof typeof english, string>;
