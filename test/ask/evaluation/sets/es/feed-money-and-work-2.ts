import type { AskedIntent } from '../../question-set.ts';

/** What is asked in Spanish about feed, air, money and work. */
export const feedMoneyAndWork2: readonly AskedIntent[] = [
  {
    intent: 'pricePerKg',
    questions: [
      'cuál es el precio por kilo',
      'a cómo está el kilo de pollo',
      'a cuanto pagan el kilo',
      'precio de venta del pollo',
    ],
  },
  {
    intent: 'feedPrice',
    questions: [
      'cuál es el precio del alimento',
      'a cómo está la tonelada de pienso',
      'cuánto cuesta el balanceado',
      'precio del concentrado',
    ],
  },
  {
    intent: 'cheapestBid',
    questions: [
      'cuál es la oferta más barata',
      'quien nos cotizó más barato',
      'mejor cotización',
      'cual es la mejor oferta de la licitacion',
    ],
  },
  {
    intent: 'openOrders',
    questions: [
      'qué pedidos están abiertos',
      'pedidos pendientes',
      'que ordenes de compra hay',
      'lista de pedidos',
    ],
  },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'qué requiere mi atención hoy',
      'que tengo que hacer hoy',
      'qué hay que atender hoy',
    ],
  },
  { intent: 'needsMe', questions: ['qué es lo más urgente', 'de que me tengo que ocupar'] },
  {
    intent: 'briefing',
    questions: [
      'dame el resumen de la mañana',
      'cómo va la granja',
      'resumen diario',
      'que novedades hay',
      'cómo amanecimos',
    ],
  },
  {
    intent: 'gaps',
    questions: [
      'qué vacíos hay en los datos',
      'que datos faltan',
      'calidad de los datos',
      'que informacion falta',
    ],
  },
  {
    intent: 'setupProgress',
    questions: [
      'qué falta configurar',
      'como va la configuracion',
      'que me falta por configurar',
      'cuánto falta para terminar la puesta en marcha',
    ],
  },
  {
    intent: 'alerts',
    questions: ['qué alertas están abiertas', 'hay alarmas?', 'alertas activas', 'que avisos hay'],
  },
  {
    intent: 'alerts',
    slots: { severity: 'critical' },
    questions: ['alertas críticas', 'hay alguna alarma grave', 'cuantas alertas criticas hay'],
  },
  {
    intent: 'alerts',
    barns: ['barn_1'],
    questions: ['alertas del galpón 1', 'hay alarmas en la nave 1'],
  },
  {
    intent: 'flocksMissingLog',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'qué lotes están sin registro hoy',
      'que galpones no han reportado hoy',
      'quién no ha pasado los datos hoy',
      'a qué lotes les falta el parte hoy',
    ],
  },
  {
    intent: 'flocksMissingLog',
    questions: ['que naves faltan por registrar', 'que lotes no tienen registro'],
  },
  {
    intent: 'unansweredQuestions',
    questions: [
      'qué preguntas están sin responder',
      'preguntas sin contestar',
      'hay preguntas pendientes de los trabajadores',
      'quedó alguna pregunta sin respuesta',
    ],
  },
  { intent: 'tasks', questions: ['qué tareas hay', 'lista de tareas'] },
  {
    intent: 'tasks',
    slots: { when: 'open' },
    questions: ['tareas pendientes', 'que pendientes tenemos'],
  },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: [
      '¿Qué tareas están atrasadas?',
      'tareas vencidas',
      'que tareas se pasaron de fecha',
      'hay tareas atrasadas?',
    ],
  },
  {
    intent: 'tasks',
    slots: { when: 'today' },
    period: ['2026-11-21', '2026-11-21'],
    questions: ['tareas de hoy', 'que tareas hay para hoy', 'qué toca hacer hoy'],
  },
  {
    intent: 'tasks',
    slots: { person: 'user_1', when: 'open' },
    questions: ['que tareas pendientes tiene Somchai'],
  },
  {
    intent: 'tasks',
    slots: { person: 'user_1' },
    questions: [
      'tareas de Somchai',
      'que tiene que hacer Somchai',
      'qué tareas tiene asignadas Somchai',
    ],
  },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: [
      'teléfono del veterinario',
      '¿cuáles son los datos de contacto del veterinario?',
      'numero del vete',
      'pasame el celular del veterinario',
      'como contacto al veterinario',
    ],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_1' },
    questions: ['telefono de Yossi Cohen', 'como ubico a Yossi', 'numero de Yossi Cohen'],
  },
  {
    intent: 'medicineExpiring',
    questions: [
      'qué medicamentos vencen',
      'que medicinas estan por vencer',
      'hay remedios vencidos?',
      'qué caduca pronto en el botiquín',
    ],
  },
  {
    intent: 'medicineLow',
    questions: [
      'qué medicamentos están por acabarse',
      'que medicinas se estan acabando',
      'que remedios hay que reponer',
      'de que medicamento tenemos poco',
    ],
  },
  {
    intent: 'medicineStock',
    questions: [
      'qué medicamentos hay en existencia',
      'inventario de medicinas',
      'que remedios tenemos',
      'cuantas medicinas quedan',
    ],
  },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_1' },
    questions: ['cuánto Tylosin queda', 'tenemos Tylosin?', 'cuantos frascos de Tylosin hay'],
  },
  {
    intent: 'devicesOffline',
    questions: [
      'qué dispositivos están desconectados',
      'que equipos no funcionan',
      'hay sensores caídos?',
      'equipos fuera de linea',
    ],
  },
  {
    intent: 'devicesOffline',
    slots: { kind: 'camera' },
    questions: [
      'qué cámaras están desconectadas',
      'hay camaras caidas',
      'que camaras no funcionan',
      'camaras sin señal',
    ],
  },
  {
    intent: 'cameraCount',
    questions: [
      'cuál es el conteo de las cámaras',
      'cuantos pollos cuenta la camara',
      'que dicen las cámaras de cuantas aves hay',
      'conteo de camara contra registro',
    ],
  },
];
