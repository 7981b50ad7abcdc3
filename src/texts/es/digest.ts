import type { digest as english } from '../en/digest.ts';

export const digest = {
  'digest.spike':
    '{flock}: {when, select, today {{count, plural, one {# ave muerta hoy} other {# aves muertas hoy}}} yesterday {{count, plural, one {# ave muerta ayer} other {# aves muertas ayer}}} other {{count, plural, one {# ave muerta el {day}} other {# aves muertas el {day}}}}}, {ratio, number} veces el promedio de la semana',
  'digest.spikeYoung':
    '{flock}: {when, select, today {{count, plural, one {# pollito muerto hoy} other {# pollitos muertos hoy}}} yesterday {{count, plural, one {# pollito muerto ayer} other {# pollitos muertos ayer}}} other {{count, plural, one {# pollito muerto el {day}} other {# pollitos muertos el {day}}}}}, {ratio, number} veces lo normal a esta edad',
  'digest.spikeShare':
    '{flock}: {when, select, today {{count, plural, one {# ave muerta hoy} other {# aves muertas hoy}}} yesterday {{count, plural, one {# ave muerta ayer} other {# aves muertas ayer}}} other {{count, plural, one {# ave muerta el {day}} other {# aves muertas el {day}}}}}, {pct} del lote',
  'digest.moreSpikes':
    '{count, plural, one {Mortalidad alta en # lote más} other {Mortalidad alta en # lotes más}}',
  'digest.alerts.critical':
    '{count, plural, one {Alerta crítica: {alert}} other {# alertas críticas, la primera: {alert}}}',
  'digest.alerts.warning':
    '{count, plural, one {Advertencia: {alert}} other {# advertencias, la primera: {alert}}}',
  'digest.questions':
    '{count, plural, one {{isNamed, select, yes {{author} espera} other {Un trabajador espera}} una respuesta desde hace {ago}} other {# preguntas esperan respuesta, la más antigua desde hace {ago}}}',
  'digest.missingLogs':
    '{count, plural, one {El lote {flock} no tiene registro desde hace {days}} other {# lotes sin registro: {flocks}}}',
  'digest.tasks':
    '{count, plural, one {# tarea para hoy} other {# tareas para hoy}}{overdue, plural, =0 {} one {, # atrasada} other {, # atrasadas}}',
  'digest.heat.warning': 'Viene calor: hasta {thi} de sensación para las aves',
  'digest.heat.critical': 'Viene calor peligroso: hasta {thi} de sensación para las aves',
  'digest.cold': 'Viene frío y hay aves jóvenes en los galpones',
  'digest.quiet': 'Noche tranquila: sin advertencias ni mortalidad fuera de lo normal',
  'digest.noBirds': 'No hay aves en los galpones',
} satisfies Record<keyof typeof english, string>;
