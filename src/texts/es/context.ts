import type { context as english } from '../en/context.ts';

export const context = {
  'context.farm.stocked':
    '{farm}: {barns, plural, one {# galpón} other {# galpones}}, {flocks, plural, one {# lote} other {# lotes}}, {birds, plural, one {# ave} other {# aves}}.',
  'context.farm.uncounted':
    '{farm}: {barns, plural, one {# galpón} other {# galpones}}, {flocks, plural, one {# lote} other {# lotes}}; no todas las aves se contaron al llegar.',
  'context.farm.empty':
    '{farm}: {barns, plural, =0 {sin galpones} one {# galpón} other {# galpones}}, {flocks, plural, =0 {sin aves} one {# lote} other {# lotes}}.',
  'context.barn': '{barn}: {facts}.',
  'context.moreBarns': '{count, plural, one {Y # galpón más} other {Y # galpones más}}.',
  'context.and': '{first}, {rest}',
  'context.then': '{first}; {rest}',
  'context.fact.empty':
    '{status, select, cleaning {vacío, en limpieza} maintenance {vacío, en reparación} inactive {fuera de uso} other {sin aves}}',
  'context.fact.flock': 'lote {flock}',
  'context.fact.unnamedFlock': 'un lote',
  'context.fact.breed': '{breed}',
  'context.fact.age': '{count, plural, one {# día de edad} other {# días de edad}}',
  'context.fact.birds': '{count, plural, one {# ave} other {# aves}}',
  'context.fact.deaths': '{count, plural, one {# muerta} other {# muertas}} ({pct})',
  'context.fact.weight': '{weight} el {day}',
  'context.fact.notWeighed': 'sin pesar todavía',
  'context.fact.deviation':
    '{side, select, above {{pct} sobre el estándar} below {{pct} bajo el estándar} other {{pct} de diferencia con el estándar}}',
  'context.fact.lastLog': 'último registro del {day}',
  'context.fact.neverLogged': 'sin registros todavía',
  'context.fact.temp': '{temp}',
  'context.fact.humidity': 'humedad {humidity}',
  'context.fact.outOfRange':
    '{measure, select, temp {temperatura fuera de rango} humidity {humedad fuera de rango} co2 {CO2 demasiado alto} other {amoníaco demasiado alto}}',
  'context.fact.measuredAgo': 'medido hace {ago}',
  'context.noAlerts': 'No hay alertas abiertas.',
  'context.alerts':
    '{count, plural, one {# alerta abierta} other {# alertas abiertas}}, {critical, plural, =0 {ninguna crítica} one {# crítica} other {# críticas}}; la peor: {alert}.',
  'context.questions':
    '{count, plural, one {# pregunta espera respuesta} other {# preguntas esperan respuesta}}.',
  'context.tasks':
    '{count, plural, one {# tarea abierta} other {# tareas abiertas}}: {overdue, plural, one {# atrasada} other {# atrasadas}}, {today, plural, one {# para hoy} other {# para hoy}}.',
  'context.medicineExpired':
    '{count, plural, one {# medicamento vencido en la bodega} other {# medicamentos vencidos en la bodega}}: {names}.',
  'context.medicineLow':
    '{count, plural, one {Queda poco de # medicamento} other {Queda poco de # medicamentos}}: {names}.',
  'context.hardwareDown':
    '{count, plural, one {# equipo o conexión sin funcionar} other {# equipos y conexiones sin funcionar}}: {names}.',
  'context.camerasUnregistered':
    '{count, plural, one {# cámara envía datos sin estar registrada} other {# cámaras envían datos sin estar registradas}}.',
  'context.money':
    'Últimos 90 días, realizado: {revenue} de ventas, {feed} de alimento, {expenses} de todo lo demás, {net} de saldo.',
} satisfies Record<keyof typeof english, string>;
