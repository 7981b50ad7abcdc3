import type { gaps as english } from '../en/gaps.ts';

export const gaps = {
  'gap.amount':
    '{unit, select, none {{count, number}} ml {{count, number} ml} l {{count, number} L} g {{count, number} g} kg {{count, number} kg} doses {{count, plural, one {# dosis} other {# dosis}}} vials {{count, plural, one {# vial} other {# viales}}} bottles {{count, plural, one {# frasco} other {# frascos}}} sachets {{count, plural, one {# sobre} other {# sobres}}} tablets {{count, plural, one {# tableta} other {# tabletas}}} units {{count, plural, one {# unidad} other {# unidades}}} other {{count, number} {unit}}}',
  'gap.flock_no_log_today.title': 'El lote {flock} no tiene registro de hoy',
  'gap.flock_no_log_today.last': 'El último registro es del {day}.',
  'gap.flock_no_log_today.never': 'No hay ningún registro desde que llegó el {day}.',
  'gap.worker_question_unanswered.title':
    '{isNamed, select, yes {{author} espera una respuesta} other {Un trabajador espera una respuesta}}',
  'gap.worker_question_unanswered.message': 'Preguntó hace {ago}: {question}',
  'gap.alert_open_over_3_days.title': 'Alerta todavía abierta: {alert}',
  'gap.alert_open_over_3_days.message': 'Se abrió hace {ago} y sigue sin resolver.',
  'gap.flock_not_weighed_7d.title': 'Hay que pesar el lote {flock}',
  'gap.flock_not_weighed_7d.last': 'Se pesó por última vez el {day}, hace {days}.',
  'gap.flock_not_weighed_7d.never': 'No se ha pesado desde que llegó hace {days}.',
  'gap.flock_not_weighed_7d.cameras': 'Solo lo pesan las cámaras; {days} sin pesaje a mano.',
  'gap.value_suspect.title':
    '{field, select, avgWeightGr {El peso} feedKg {El alimento} waterL {El agua} other {El peso de venta}} del lote {flock} el {day} no puede ser correcto',
  'gap.value_suspect.range':
    'Está registrado {value}; lo plausible sería de {low} a {high}. Queda fuera de todos los cálculos. Corríjalo; si es correcto, revise la raza, la fecha de llegada y el número de aves del lote, con los que se evalúa.',
  'gap.value_suspect.cameras':
    'Está registrado {value}, pero al menos tres cámaras calibradas coinciden en {low} a {high}. Queda fuera de todos los cálculos. Corríjalo o vuelva a pesar: si un segundo pesaje dentro de diez días coincide con él, ambos cuentan.',
  'gap.value_suspect.most':
    'Está registrado {value}; lo plausible sería como máximo {high}. Queda fuera de todos los cálculos. Corríjalo; si es correcto, revise la raza, la fecha de llegada y el número de aves del lote, con los que se evalúa.',
  'gap.medicine_expired.title': '{medicine} está vencido',
  'gap.medicine_expired.message': 'Venció el {day} y sigue en la bodega.',
  'gap.medicine_expired.used': 'Venció el {day} y después se trataron aves con él.',
  'gap.medicine_expiring.title': '{medicine} vence pronto',
  'gap.medicine_expiring.message': 'Vence el {day}, en {days}.',
  'gap.medicine_expiring.today': 'Vence hoy, {day}.',
  'gap.medicine_low_stock.title': 'Queda poco de {medicine}',
  'gap.medicine_low_stock.message': 'Existencia: {left}. Mínimo: {least}.',
  'gap.medicine_low_stock.none': 'Se agotó. Mínimo: {least}.',
  'gap.farm_no_coordinates.title': '{farm} no tiene ubicación',
  'gap.farm_no_coordinates.message':
    'Sin coordenadas la granja no tiene pronóstico del tiempo y usa la hora de la organización.',
  'gap.farm_no_contacts.title': 'Faltan contactos de {farm}',
  'gap.farm_no_contacts.none': 'No hay nadie en la lista: ni veterinario ni proveedor.',
  'gap.farm_no_contacts.vet': 'Hay aves en los galpones y ningún veterinario en la lista.',
  'gap.integration_failing.title': '{integration} no funciona',
  'gap.integration_failing.message': 'Funcionó por última vez hace {ago}.',
  'gap.integration_failing.never': 'No ha funcionado desde que se configuró hace {ago}.',
  'gap.integration_failing.unbound':
    'Su secreto {secret} no está vinculado a ningún host, por lo que no se envía. Escriba host={host} y un espacio delante del secreto en el lugar donde se guarda; si es una variable de entorno, reinicie el servidor.',
  'gap.integration_stale.title': '{integration} no envía datos',
  'gap.integration_stale.message': 'Los últimos datos llegaron hace {ago}.',
  'gap.integration_stale.never': 'No han llegado datos desde que se configuró hace {ago}.',
  'gap.automation_blocked.title': 'La automatización «{automation}» no se ejecuta',
  'gap.automation_blocked.message': '{reason}',
  'gap.webhook_off.title': 'El webhook hacia {host} está desactivado',
  'gap.webhook_off.failures':
    'Fallaron 20 envíos seguidos y se desactivó hace {ago}. Los eventos se guardan 7 días. Repare el receptor y vuelva a activarlo.',
  'gap.webhook_off.gone':
    'El receptor indicó hace {ago} que la dirección ya no existe (410). Los eventos se guardan 7 días. Asigne una dirección nueva al webhook y vuelva a activarlo.',
  'gap.webhook_off.owner_revoked':
    'La clave para la que envía fue revocada y se desactivó hace {ago}. Los eventos se guardan 7 días. Asígnelo a otra clave que pueda leer los mismos datos.',
  'gap.webhook_off.owner_expired':
    'La clave para la que envía ha caducado y se desactivó hace {ago}. Los eventos se guardan 7 días. Asígnelo a otra clave que pueda leer los mismos datos.',
  'gap.webhook_off.owner_narrowed':
    'La clave para la que envía ya no puede ver sus eventos y se desactivó hace {ago}. Los eventos se guardan 7 días. Asígnelo a otra clave que pueda leer los mismos datos.',
  'gap.webhook_failing.title': 'El webhook hacia {host} falla',
  'gap.webhook_failing.message':
    '{count, plural, one {Falló # intento} other {Fallaron # intentos seguidos}}. Después de 20 se desactiva. Revise el receptor.',
  'gap.no_recent_photos.title': 'No hay fotos recientes del lote {flock}',
  'gap.no_recent_photos.message': 'Ninguna foto del lote ni de su galpón en los últimos {days}.',
} satisfies Record<keyof typeof english, string>;
