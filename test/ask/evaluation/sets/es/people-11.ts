import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people11: readonly AskedIntent[] = [
  { intent: 'briefing', questions: ['dame el parte de la mañana'] },
  { intent: 'alerts', questions: ['hay alguna alarma activa'] },
  { intent: 'flocksMissingLog', questions: ['quien no ha mandado el parte'] },
  { intent: 'tasks', slots: { when: 'overdue' }, questions: ['hay algo atrasado'] },
  { intent: 'tasks', slots: { person: 'user_1' }, questions: ['dame las tareas de Somchai'] },
  {
    intent: 'contact',
    slots: { kind: 'vet' },
    questions: ['necesito el telefono del veterinario', 'a quien llamo si necesito veterinario'],
  },
  { intent: 'medicineExpiring', questions: ['que medicamentos estan vencidos'] },
  { intent: 'medicineLow', questions: ['que hay que comprar de medicina'] },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_3' },
    questions: ['cuanta ND LaSota tenemos'],
  },
  { intent: 'devicesOffline', slots: { kind: 'camera' }, questions: ['cual camara no anda'] },
  { intent: 'cameraCount', questions: ['conteo por camara'] },
  { intent: 'barns', questions: ['dame la lista de galpones'] },
  { intent: 'nextPlacement', questions: ['proxima fecha de encasetamiento'] },
  {
    intent: 'bestBarn',
    barns: ['barn_1', 'barn_2'],
    questions: ['cual va mejor, la nave 1 o la nave 2'],
  },
];
