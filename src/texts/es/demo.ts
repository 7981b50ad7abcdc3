import type { demo as english } from '../en/demo.ts';

export const demo: Record<keyof typeof english, string> = {
  'demo.begin':
    'Una granja generada, servida desde la memoria de este proceso. Una mañana en ella:',
  'demo.digest': 'El informe matutino de una granja',
  'demo.gaps': 'Lo que falta; sin --fields, cada punto con la orden que lo resuelve',
  'demo.flocks': 'Sus lotes, comparados con el estándar de su raza',
  'demo.logs': 'Los últimos días de un lote',
  'demo.write': 'Escribir el registro del día',
  'demo.act': 'Crear una tarea',
  'demo.task': 'Pesar 100 aves',
  'demo.undo': 'Deshacerla',
  'demo.ask': 'Preguntar',
  'demo.question': '¿Cuántas aves murieron hoy?',
  'demo.askOther': 'Preguntar en otro idioma',
  'demo.end': 'La demostración termina aquí y no deja nada. Qué probar ahora:',
  'demo.serve': 'la misma granja, todo el tiempo que quiera',
  'demo.init': 'una base de datos propia en este equipo',
  'demo.gapsHint': 'lo que falta, con las órdenes que lo resuelven',
  'demo.formats': 'json, csv y otros para scripts',
};
