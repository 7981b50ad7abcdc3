import type { risk as english } from '../en/risk.ts';

export const risk = {
  'risk.unknown': 'No hay datos suficientes para saberlo.',
  'risk.no_birds': 'No hay aves en los galpones.',
  'risk.disease.ok': 'Las bajas no superan lo normal.',
  'risk.disease.spike_warning': 'La mortalidad del lote {flock} subió de repente.',
  'risk.disease.spike_critical': 'La mortalidad del lote {flock} es crítica.',
  'risk.disease.losses': 'El lote {flock} ha perdido {own}; lo normal sería {usual}.',
  'risk.heat.ok': 'No hay calor que dañe a las aves.',
  'risk.heat.forecast_warning': 'Se pronostica calor: hasta {thi} de sensación para las aves.',
  'risk.heat.forecast_critical':
    'Se pronostica calor peligroso: hasta {thi} de sensación para las aves.',
  'risk.heat.season':
    'Hizo demasiado calor en los galpones en {hot} de los últimos {known} días medidos.',
  'risk.feed_out.ok': 'Hay alimento para suficiente tiempo.',
  'risk.feed_out.soon': 'El alimento del lote {flock} alcanza para {days}.',
  'risk.overweight_or_density.ok': 'Ningún galpón llega a estar demasiado lleno antes de la venta.',
  'risk.overweight_or_density.now': 'El lote {flock} supera {limit} desde el {day}.',
  'risk.overweight_or_density.soon': 'El lote {flock} superará {limit} el {day}.',
  'risk.cash.ok':
    'Entra al menos tanto dinero como sale, en todas las semanas mostradas o en las semanas por venir.',
  'risk.cash.negative':
    'En las semanas mostradas, el acumulado es negativo desde la semana del {day}, y en las semanas por venir sale más dinero del que entra. El saldo del banco no se conoce.',
  'risk.price.ok': 'El precio de venta no está bajando.',
  'risk.price.falling': 'El precio de venta baja {drop} en 30 días.',
  'risk.data_blind.ok': 'La mortalidad de los últimos siete días está registrada.',
  'risk.data_blind.missing':
    'La mortalidad se registró solo en el {share} de los últimos siete días.',
  'risk.equipment.ok': 'No hay ningún dispositivo ni conexión con fallas.',
  'risk.equipment.broken':
    '{bad, number} de {total, number} dispositivos y conexiones no funcionan.',
  'risk.compliance.ok': 'Ningún trámite oficial está atrasado.',
  'risk.compliance.overdue':
    '{count, plural, one {Atrasado: {title}} other {# trámites atrasados, el primero: {title}}}',
  'risk.medicine.ok': 'Sin medicamentos vencidos ni ventas antes de cumplir el retiro.',
  'risk.medicine.expired':
    '{count, plural, one {Hay # medicamento vencido en la bodega} other {Hay # medicamentos vencidos en la bodega}}',
  'risk.medicine.withdrawal':
    'El lote {flock} se vendería el {sale}, antes de que termine el retiro el {until}.',
  'risk.single_supplier.ok': 'La granja no depende de un solo proveedor.',
  'risk.single_supplier.one':
    '{goods, select, feed {El {share} del alimento viene de un solo proveedor.} other {El {share} de los pollitos viene de un solo proveedor.}}',
  'risk.people.ok': 'Ninguna pregunta de un trabajador espera más de un día.',
  'risk.people.waiting':
    '{count, plural, one {# pregunta de un trabajador espera desde hace más de un día.} other {# preguntas de trabajadores esperan desde hace más de un día.}}',
  'risk.task.call_vet': 'Llamar al veterinario por el lote {flock}',
  'risk.task.check_cooling': 'Revisar ventiladores y enfriamiento de los galpones',
  'risk.task.sell_birds': 'Aves del lote {flock}',
  'risk.task.cash': 'Planificar pagos: está por salir más dinero del que entra',
  'risk.task.tender': 'Aves vivas, se reciben ofertas',
} satisfies Record<keyof typeof english, string>;
