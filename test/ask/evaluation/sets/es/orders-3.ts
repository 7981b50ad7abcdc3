import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in Spanish. */
export const orders3: readonly AskedOrder[] = [
  {
    action: 'complete_task',
    fields: { title: 'Clean nipples' },
    questions: ['tarea Clean nipples terminada'],
  },
  {
    action: 'create_alert',
    fields: { severity: 'critical', title: 'se fue la luz', category: 'equipment' },
    questions: ['crea una alerta crítica: se fue la luz'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 9000 },
    questions: ['registra una entrega de 9 toneladas de pienso'],
  },
  {
    action: 'set_farm_location',
    fields: { latitude: 41.6, longitude: -0.88 },
    questions: ['la ubicación de la granja es 41.6, -0.88'],
  },
  { action: 'navigate', fields: { path: '/flocks' }, questions: ['llevame a los lotes'] },
  {
    action: 'log_daily',
    fields: { mortality: 14, barnId: 'barn_1' },
    questions: [
      'reporta 14 bajas en el galpón 1',
      'anota por favor 14 muertos en la nave 1',
      'ingresa 14 muertos galpon 1',
      'oye apunta 14 bajas en el galpon 1 gracias',
    ],
  },
  {
    action: 'log_daily',
    fields: { culls: 6, barnId: 'barn_2' },
    questions: ['apunta 6 descartes en la nave 2'],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4480, barnId: 'barn_2', date: '2026-11-20' },
    questions: ['apunta 4480 huevos de ayer en la nave 2'],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 1800, barnId: 'barn_1' },
    questions: ['registrá 1800 kg de balanceado en el galpón 1'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'encender las criadoras' },
    questions: [
      'dile a Somchai que encender las criadoras',
      'nueva tarea para Somchai: encender las criadoras',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 12500, category: 'feed' },
    questions: ['apunta un gasto de 12.500 pesos en alimento', 'añade gasto de 12500 de pienso'],
  },
  {
    action: 'create_expense',
    fields: { amount: 95, category: 'maintenance' },
    questions: ['anotá 95 de reparaciones'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 20000 },
    questions: ['pide 20 toneladas de pienso', 'haceme un pedido de 20 toneladas de alimento'],
  },
  {
    action: 'create_contact',
    fields: { name: 'María López' },
    questions: ['añade contacto María López'],
  },
  {
    action: 'create_alert',
    fields: { barnId: 'barn_1', severity: 'warning', title: 'humedad alta', category: 'climate' },
    questions: ['crea una advertencia en la nave 1: humedad alta'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 7500, feedType: 'grower', date: '2026-11-20' },
    questions: ['anota que ayer llegaron 7.500 kg de alimento de crecimiento'],
  },
  {
    action: 'complete_task',
    fields: { title: 'Weigh 100 birds' },
    questions: ['marcá como terminada la tarea Weigh 100 birds'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 11, barnId: 'barn_1' },
    questions: [
      'quiero registrar 11 muertos en el galpon 1',
      'anota once muertes en nave 1',
      'registra mortalidad de 11 en la nave 1',
      'buenos dias, apunta 11 bajas en la nave 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { waterL: 2500, barnId: 'barn_2' },
    questions: ['apunta 2.500 litros de agua de la nave 2'],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 600, barnId: 'barn_2', date: '2026-11-20' },
    questions: ['ayer anota 600 kilos de pienso en la nave 2'],
  },
  {
    action: 'create_task',
    fields: { title: 'comprar viruta', dueDate: '2026-11-22' },
    questions: ['crea una tarea para mañana: comprar viruta'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'vacunar la nave 2' },
    questions: ['asígnale a Somchai la tarea de vacunar la nave 2'],
  },
  {
    action: 'create_expense',
    fields: { amount: 430, category: 'cleaning' },
    questions: ['mete un gasto de 430 en desinfección'],
  },
  {
    action: 'create_expense',
    fields: { amount: 2500, category: 'rent', date: '2026-11-20' },
    questions: ['anota 2500 de alquiler de ayer'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 12000, feedType: 'grower', dueDate: '2026-11-28' },
    questions: ['pide 12 toneladas de crecimiento para el 28 de noviembre'],
  },
  {
    action: 'create_contact',
    fields: { name: 'Taller Ruiz', kind: 'technician', phone: '976 12 34 56' },
    questions: ['apunta el contacto Taller Ruiz técnico 976 12 34 56'],
  },
  {
    action: 'create_barn',
    fields: { name: 'Este', capacity: 10000 },
    questions: ['añade una nave Este de 10000 aves'],
  },
  {
    action: 'create_flock',
    fields: {
      chicksReceived: 22000,
      breed: 'Cobb 500',
      barnId: 'barn_3',
      placementDate: '2026-11-30',
    },
    questions: ['crea un lote de 22.000 Cobb 500 en la nave 3 para el 30/11'],
  },
  {
    action: 'create_alert',
    fields: { title: 'el generador no arranca', category: 'equipment' },
    questions: ['pon una alarma: el generador no arranca'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 15000, feedType: 'finisher', supplierId: 'contact_1' },
    questions: ['registra entrega de 15 toneladas de finalizador de Yossi Cohen'],
  },
  {
    action: 'set_barn_location',
    fields: { barnId: 'barn_2', latitude: 40.1, longitude: -3.5 },
    questions: ['pon la ubicacion de la nave 2 en 40.1, -3.5'],
  },
  { action: 'navigate', fields: { path: '/expenses' }, questions: ['abre los gastos'] },
];
