import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in Spanish. */
export const orders2: readonly AskedOrder[] = [
  {
    action: 'set_farm_location',
    fields: { latitude: -34.6, longitude: -58.4 },
    questions: [
      'fija la ubicación de la granja en -34.6 -58.4',
      'pon la ubicación de la granja en -34.6, -58.4',
    ],
  },
  {
    action: 'set_barn_location',
    fields: { barnId: 'barn_1', latitude: -34.6, longitude: -58.4 },
    questions: [
      'fija la ubicación del galpón 1 en -34.6 -58.4',
      'poné la ubicación de la nave 1 en -34.6, -58.4',
    ],
  },
  {
    action: 'navigate',
    fields: { path: '/tasks' },
    questions: [
      'abre las tareas',
      'llévame a tareas',
      've a la pantalla de tareas',
      'abrí las tareas',
    ],
  },
  {
    action: 'navigate',
    fields: { path: '/alerts' },
    questions: ['abre alertas', 'muéstrame la pantalla de alertas', 'ir a alertas'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 3, barnId: 'barn_2' },
    questions: [
      'anotame 3 muertas en la nave 2 porfa',
      'por favor registre 3 muertas en el galpón 2',
      'agrega 3 bajas al galpon 2',
      'pon 3 muertos en la 2',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 25, barnId: 'barn_1', date: '2026-11-19' },
    questions: ['apunta veinticinco bajas en el galpón 1 el jueves'],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 2500, barnId: 'barn_1' },
    questions: [
      'cargá 2,5 toneladas de alimento en la nave 1',
      'anota un consumo de 2500 kg de pienso en la nave 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4320, barnId: 'barn_2' },
    questions: ['apúntame 4320 huevos de la nave 2', 'anote 4.320 huevos en el galpon 2'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 1350, barnId: 'barn_1' },
    questions: ['registra peso de 1,35 kg en galpon 1'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'lavar los bebederos' },
    questions: [
      'agrégale a Somchai la tarea de lavar los bebederos',
      'crea tarea para Somchai: lavar los bebederos',
      'recuérdale a Somchai lavar los bebederos',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 500, category: 'gas' },
    questions: ['apunta un gasto de 500 euros en gas', 'registra 500 de gas'],
  },
  {
    action: 'create_expense',
    fields: { amount: 2300, category: 'electricity' },
    questions: ['anota que pagamos 2300 de luz', 'agrega gasto luz 2300'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 8000, feedType: 'finisher', dueDate: '2026-11-23' },
    questions: [
      'encarga 8 toneladas de pienso finalizador para el lunes',
      'pedile 8 toneladas de terminador para el lunes',
    ],
  },
  {
    action: 'complete_task',
    fields: { title: 'Order gas' },
    questions: ['marca como hecha la tarea Order gas', 'termina la tarea Order gas'],
  },
  {
    action: 'create_alert',
    fields: { barnId: 'barn_2', title: 'fuga de gas', category: 'equipment' },
    questions: ['crea una alerta para la nave 2: fuga de gas'],
  },
  {
    action: 'create_contact',
    fields: { name: 'Juan Pérez', kind: 'electrician', phone: '555 123 4567' },
    questions: ['guarda el contacto de Juan Pérez, electricista, 555 123 4567'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 12000, feedType: 'starter' },
    questions: ['registra que llegaron 12 toneladas de iniciador'],
  },
  {
    action: 'create_medicine',
    fields: { name: 'Doxiciclina', quantity: 5, unit: 'kg' },
    questions: ['agrega medicamento Doxiciclina 5 kg'],
  },
  {
    action: 'create_barn',
    fields: { name: 'Sur', capacity: 15000 },
    questions: ['crea un galpón Sur con capacidad para 15000 aves'],
  },
  {
    action: 'create_flock',
    fields: { chicksReceived: 15000, barnId: 'barn_3', placementDate: '2026-11-25' },
    questions: ['registra un lote de 15000 pollitos en el galpón 3 el 25/11'],
  },
  { action: 'navigate', fields: { path: '/medicine' }, questions: ['abre el botiquin'] },
  {
    action: 'log_daily',
    fields: { mortality: 8, barnId: 'barn_1' },
    questions: [
      'mete 8 bajas en la nave 1',
      'puedes registrar 8 muertos en el galpón 1',
      'podrías anotar 8 bajas en la nave 1 por favor',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 15, barnId: 'barn_1', date: '2026-11-20' },
    questions: [
      'registrar quince muertos ayer en la nave 1',
      'anota para ayer 15 bajas en la nave 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 1250.5, barnId: 'barn_2' },
    questions: ['anota 1.250,5 kg de alimento en el galpón 2'],
  },
  {
    action: 'log_daily',
    fields: { waterL: 3000, barnId: 'barn_1' },
    questions: ['apunta tres mil litros de agua en la nave 1'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 9, flockId: 'flock_1' },
    questions: ['registra 9 muertos en el lote B1-2611'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'cambiar la cama', dueDate: '2026-11-23' },
    questions: [
      'ponle a Somchai una tarea para el lunes: cambiar la cama',
      'crea una tarea para Somchai el lunes: cambiar la cama',
    ],
  },
  {
    action: 'create_task',
    fields: { title: 'revisar comederos' },
    questions: ['agrega una tarea: revisar comederos', 'crear tarea revisar comederos'],
  },
  {
    action: 'create_expense',
    fields: { amount: 80.5, category: 'transport' },
    questions: ['apunta 80,50 de flete'],
  },
  {
    action: 'create_expense',
    fields: { amount: 1500, category: 'labor' },
    questions: ['registra un pago de 1500 en jornales'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 5000, feedType: 'starter', dueDate: '2026-11-27' },
    questions: ['pide 5 toneladas de alimento de inicio para el viernes'],
  },
];
