import type { missingData as english } from '../en/missing-data.ts';

export const missingData = {
  'missing.no_barns': 'La granja todavía no tiene ningún galpón.',
  'missing.no_live_flocks': 'No hay ningún lote en los galpones.',
  'missing.no_birds_placed': 'No está registrado con cuántas aves empezó el lote {flock}.',
  'missing.negative_population':
    'En el lote {flock} hay más aves muertas, descartadas o vendidas que las que llegaron.',
  'missing.breed_unknown':
    'Ninguna tabla de raza corresponde al lote {flock}, así que no hay con qué compararlo.',
  'missing.no_daily_logs': 'El lote {flock} no tiene ningún registro diario.',
  'missing.no_mortality_logs':
    'En el lote {flock} faltó anotar la mortalidad más de dos de los últimos siete días.',
  'missing.no_water_logs':
    'El agua del lote {flock} no se anota todos los días, así que no se vería una caída.',
  'missing.too_young':
    'El lote {flock} tiene menos de 7 días: la conversión, la eficiencia y las calificaciones todavía no dicen nada.',
  'missing.sale_weight_missing':
    'Una venta del lote {flock} no tiene peso, así que no se conoce su conversión.',
  'missing.sale_weight_suspect':
    'El peso de una venta del lote {flock} no puede ser correcto, así que no se conoce su conversión.',
  'missing.no_weight_7d': 'El lote {flock} no tiene peso de los últimos siete días.',
  'missing.weight_uncalibrated':
    'El peso del lote {flock} proviene de cámaras sin comparar con la báscula: no es fiable.',
  'missing.weighing_stale':
    'El último pesaje del lote {flock} es demasiado antiguo para conocer su peso de hoy.',
  'missing.age_out_of_range': 'La tabla de la raza no tiene peso para la edad del lote {flock}.',
  'missing.no_env_readings': 'No se midió nada en {barn} en las últimas 24 horas.',
  'missing.no_camera': 'En {barn} ninguna cámara pesa las aves.',
  'missing.no_feed_logs': 'El alimento del lote {flock} se anota muy pocos días.',
  'missing.no_deliveries': 'No hay ninguna entrega de alimento registrada para el lote {flock}.',
  'missing.deliveries_incomplete':
    'El lote {flock} comió más alimento del que se entregó: falta registrar una entrega.',
  'missing.no_barn_area': 'La superficie de {barn} no está registrada.',
} satisfies Record<keyof typeof english, string>;
