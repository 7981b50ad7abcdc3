import type { askEngine as english } from '../en/ask-engine.ts';

export const askEngine = {
  'ask.not_sure': 'No estoy seguro de qué se pregunta. Quizá sea una de estas preguntas.',
  'ask.too_complicated':
    'La pregunta es demasiado complicada. Hágala con menos palabras y más sencillas, por favor.',
  'ask.out_of_domain':
    'Respondo preguntas sobre los registros de esta granja, y esa no es una de ellas.',
  'ask.several_meanings': 'Eso puede significar varias cosas. ¿Cuál es?',
  'ask.which_one': 'Hay varios con ese nombre. ¿Cuál es?',
  'ask.which_flock': '¿De qué lote se trata?',
  'ask.which_period': '¿De qué días?',
  'ask.only_now': 'Eso lo sé solo como está ahora, no de otros días.',
  'ask.no_reason': 'Los registros contienen datos, no motivos. Quizá ayude una de estas preguntas.',
  'ask.no_such_barn': 'Esta clave no ve ningún galpón con ese nombre o número.',
  'ask.no_such_flock': 'Esta clave no ve ningún lote con ese nombre o número.',
  'ask.no_such_farm': 'Esta clave no ve ninguna granja con ese nombre.',
  'ask.no_such_person': 'Esta clave no ve a nadie con ese nombre en esta granja.',
  'ask.not_allowed':
    'Esta clave no puede leer lo que hace falta para responder; le falta {scopes}.',
  'ask.other_currency': 'Esta granja lleva sus cuentas en {currency}. ¿Cuánto es en {currency}?',
  'ask.two_numbers': '{typed} puede ser {whole} o {part}. Escríbalo de una de las dos formas.',
  'ask.one_action': 'Una cosa a la vez, por favor: hago una acción por frase.',
  'ask.nothing_known': 'No hay nada registrado sobre eso.',
  'ask.action.none': 'No se cambió nada.',
  'ask.action.executed': 'Hecho. Se puede deshacer.',
  'ask.action.suppressed': 'Entendido, pero no se ejecutó nada.',
  'ask.action.proposed': 'Si hay que hacerlo, dígalo: no se ejecutó nada.',
  'ask.action.refused': 'Se rechazó.',
} satisfies Record<keyof typeof english, string>;
