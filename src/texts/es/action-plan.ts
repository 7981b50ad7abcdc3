import type { actionPlan as english } from '../en/action-plan.ts';

export const actionPlan = {
  'actionPlan.resolve_alert.title': 'Atender la alerta: {alert}',
  'actionPlan.resolve_alert.open':
    '{count, plural, one {Abierta desde hace {ago}.} other {Abierta desde hace {ago}, vista # veces.}}',
  'actionPlan.complete_task.title': 'Tarea: {task}',
  'actionPlan.complete_task.overdue': 'Vencía el {day}.',
  'actionPlan.complete_task.due': 'Vence el {day}.',
  'actionPlan.complete_task.undated': 'No tiene fecha.',
  'actionPlan.call_vet.light': 'Las aves pesan {below} menos que el estándar.',
  'actionPlan.check_ventilation.title': 'Revisar la ventilación de {barn}',
  'actionPlan.check_ventilation.ammonia': 'El amoníaco llegó a {value} en las últimas 24 horas.',
  'actionPlan.check_ventilation.co2': 'El CO₂ llegó a {value} en las últimas 24 horas.',
  'actionPlan.check_ventilation.heat':
    'Hizo demasiado calor durante {value} en las últimas 24 horas.',
  'actionPlan.check_ventilation.range':
    'El aire estuvo fuera de rango durante {value} en las últimas 24 horas.',
  'actionPlan.order_feed.title': 'Pedir alimento para el lote {flock}',
  'actionPlan.order_feed.left': 'El alimento alcanza para {days}.',
  'actionPlan.order_feed.by': 'Hay que pedirlo a más tardar el {day}.',
  'actionPlan.order_feed.amount': 'Se sugieren {amount}.',
  'actionPlan.sell_window.title': 'Vender el lote {flock}',
  'actionPlan.sell_window.now': 'Ya no conviene esperar.',
  'actionPlan.sell_window.on_best_date': 'El mejor día para vender es el {day}.',
  'actionPlan.sell_window.dense': 'El galpón supera {limit} desde el {day}.',
  'actionPlan.prepare_barn.title': 'Preparar {barn} para el próximo lote',
  'actionPlan.prepare_barn.planned': 'Hay un lote planificado para el {day}.',
  'actionPlan.prepare_barn.place': 'Planificar el próximo lote de {barn}',
  'actionPlan.prepare_barn.free': 'Puede recibir un lote desde el {day}.',
  'actionPlan.prepare_barn.room': 'Hay lugar para {birds}.',
  'actionPlan.pay_or_collect.order':
    '{direction, select, sell {Entregar y cobrar: {order}} other {Recibir y pagar: {order}}}',
  'actionPlan.pay_or_collect.due': 'Confirmado para el {day} y sin cumplir.',
  'actionPlan.pay_or_collect.amounts': 'Completar los importes del lote {flock}',
  'actionPlan.pay_or_collect.uncosted':
    '{count, plural, one {# entrega o venta no tiene importe.} other {# entregas y ventas no tienen importe.}}',
  'actionPlan.file_reg_item.title': 'Trámite oficial: {item}',
  'actionPlan.file_reg_item.overdue': 'Vencía el {day}.',
  'actionPlan.file_reg_item.expired': 'Venció el {day}.',
  'actionPlan.file_reg_item.due': 'Vence el {day}.',
  'actionPlan.file_reg_item.undated': 'Está atrasado.',
} satisfies Record<keyof typeof english, string>;
