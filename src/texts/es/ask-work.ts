import type { askWork as english } from '../en/ask-work.ts';

export const askWork = {
  'ask.needsMe':
    '{count, plural, =0 {Hoy nada necesita su atención.} one {Hoy # asunto necesita su atención.} other {Hoy # asuntos necesitan su atención.}}',
  'ask.needsMeItem': '{severity, select, critical {Crítico: {title}} other {{title}}}',
  'ask.gaps': '{count, plural, =0 {No falta nada.} one {Falta # cosa.} other {Faltan # cosas.}}',
  'ask.gap': '{title}. {message}',
  'ask.setup':
    'La granja está configurada al {pct}: {done, number} de {total, number} pasos hechos.',
  'ask.setupOpen': 'Pendiente: {title}',
  'ask.alerts':
    '{count, plural, =0 {No hay {severity, select, critical {alertas críticas} warning {advertencias abiertas} info {avisos abiertos} other {alertas abiertas}}.} one {# {severity, select, critical {alerta crítica abierta} warning {advertencia abierta} info {aviso abierto} other {alerta abierta}}.} other {# {severity, select, critical {alertas críticas abiertas} warning {advertencias abiertas} info {avisos abiertos} other {alertas abiertas}}.}}',
  'ask.alert':
    '{severity, select, critical {Crítica: } warning {Advertencia: } other {}}{title}{hasPlace, select, yes { ({place})} other {}}, hace {ago}.',
  'ask.missingLogs':
    '{count, plural, =0 {Todos los lotes tienen registro de hoy.} one {# lote no tiene registro de hoy.} other {# lotes no tienen registro de hoy.}}',
  'ask.missingLog':
    '{place}: {count, plural, one {# día} other {# días}} sin registro{hasLast, select, yes {, el último el {day}} other {}}.',
  'ask.questions':
    '{count, plural, =0 {No hay preguntas pendientes.} one {# pregunta espera respuesta.} other {# preguntas esperan respuesta.}}',
  'ask.question': '{isNamed, select, yes {{author}} other {Un trabajador}}, hace {ago}: {text}',
  'ask.tasks':
    '{count, plural, =0 {No hay tareas {when, select, today {para hoy} overdue {con atraso} period {para esas fechas} other {por hacer}}{hasPerson, select, yes { de {person}} other {}}.} one {# tarea {when, select, today {para hoy} overdue {con atraso} period {para esas fechas} other {por hacer}}{hasPerson, select, yes { de {person}} other {}}.} other {# tareas {when, select, today {para hoy} overdue {con atraso} period {para esas fechas} other {por hacer}}{hasPerson, select, yes { de {person}} other {}}.}}',
  'ask.task':
    '{title}{hasPerson, select, yes { – {person}} other {}}{due, select, late {, venció el {day}} today {, para hoy ({day})} later {, para el {day}} other {}}.',
  'ask.contacts':
    '{count, plural, =0 {No hay nadie así entre los contactos.} one {# contacto.} other {# contactos.}}',
  'ask.contact':
    '{name}{hasCompany, select, yes { ({company})} other {}}{hasPhone, select, yes {, teléfono {phone}} other {, sin teléfono}}{hasEmail, select, yes {, {email}} other {}}',
  'ask.noContact': 'Agregue el contacto para tenerlo a mano.',
  'ask.medicines':
    '{count, plural, =0 {No hay nada así en el depósito de medicinas.} one {# producto en el depósito de medicinas.} other {# productos en el depósito de medicinas.}}',
  'ask.medicineExpiring':
    '{count, plural, =0 {Ninguna medicina venció ni está por vencer.} one {# medicina venció o está por vencer.} other {# medicinas vencieron o están por vencer.}}',
  'ask.medicineLow':
    '{count, plural, =0 {Ninguna medicina está por acabarse.} one {# medicina está por acabarse.} other {# medicinas están por acabarse.}}',
  'ask.medicine':
    '{name}{hasStock, select, yes {: quedan {stock}} other {: no se sabe cuánto queda}}{expiry, select, past {, venció el {day}} ahead {, vence el {day}} other {}}.',
} satisfies Record<keyof typeof english, string>;
