import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in Spanish. */
export const orders4: readonly AskedOrder[] = [
  {
    action: 'complete_task',
    fields: { title: 'Order gas' },
    questions: ['cierra la tarea Order gas'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 6, barnId: 'barn_2' },
    questions: [
      'apuntar 6 muertas nave 2',
      'dale, anota 6 bajas en la nave 2',
      'necesito que anotes 6 muertas en la nave 2',
    ],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4600, eggsBroken: 45, barnId: 'barn_2' },
    questions: ['anota 4600 huevos y 45 rotos en la nave 2'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 10, feedKg: 1500, barnId: 'barn_1' },
    questions: ['registra 10 muertos y 1500 kg de alimento en la nave 1'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'revise los nipples' },
    questions: [
      'dile a Somchai que revise los nipples',
      'recordale a Somchai que revise los nipples',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 2000, category: 'labor' },
    questions: ['agrega un gasto de 2 mil en sueldos'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 15000 },
    questions: ['encarga quince toneladas de alimento'],
  },
  {
    action: 'create_alert',
    fields: { barnId: 'barn_1', title: 'huele a quemado', severity: 'critical' },
    questions: ['crea alerta critica nave 1: huele a quemado'],
  },
  {
    action: 'complete_task',
    fields: { title: 'Clean nipples' },
    questions: ['pon la tarea Clean nipples como terminada'],
  },
  {
    action: 'navigate',
    fields: { path: '/flocks' },
    questions: ['quiero ver la pantalla de lotes'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 6000 },
    questions: ['anota una entrega de 6000 kilos de pienso'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 4, barnId: 'barn_1' },
    questions: ['quiero que anotes 4 muertos en el galpon 1', 'anotame porfa 4 bajas de la nave 1'],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4200, barnId: 'barn_2' },
    questions: ['carga 4200 huevos en el galpon 2'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 2100, barnId: 'barn_1', date: '2026-11-20' },
    questions: ['anota peso promedio de 2,1 kg en la nave 1 ayer'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'limpiar el silo', dueDate: '2026-11-24' },
    questions: ['crea una tarea para Somchai para el martes: limpiar el silo'],
  },
  {
    action: 'create_expense',
    fields: { amount: 760, category: 'medicine' },
    questions: ['registra un gasto en medicinas de 760'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 18000, feedType: 'finisher', supplierId: 'contact_1' },
    questions: ['pide 18 toneladas de engorde a Yossi Cohen'],
  },
  {
    action: 'create_alert',
    fields: { severity: 'critical', barnId: 'barn_2', title: 'no hay agua', category: 'water' },
    questions: ['crea una alerta critica en la nave 2: no hay agua'],
  },
  {
    action: 'create_contact',
    fields: { name: 'Ana Torres', kind: 'vet' },
    questions: ['agrega el contacto Ana Torres como veterinaria'],
  },
  {
    action: 'navigate',
    fields: { path: '/tasks' },
    questions: ['muéstrame la pantalla de tareas'],
  },
];
