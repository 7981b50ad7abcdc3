import type { cameras as english } from '../en/cameras.ts';

export const cameras = {
  'camera.deaths.title': 'La cámara {camera} vio {birds} muertas',
  'gap.camera_silent.title': 'La cámara {camera} no envía datos',
  'gap.camera_silent.message':
    'No ha llegado nada desde hace {ago} y hay aves delante. Revise la corriente y la red; mientras se repara, póngala en mantenimiento.',
  'gap.camera_silent.never':
    'No ha llegado nada desde que se registró hace {ago}. Revise con qué nombre de origen envía; mientras se repara, póngala en mantenimiento.',
  'gap.camera_uncalibrated.title': 'Hay que comparar la cámara {camera} con la báscula',
  'gap.camera_uncalibrated.message':
    'Se comparó por última vez el {day}, hace {days}; sus pesos se desvían. Pese a mano el lote {flock} mientras la cámara pesa.',
  'gap.camera_uncalibrated.never':
    'En {days} nunca se comparó con un pesaje a mano. Pese a mano el lote {flock} mientras la cámara pesa.',
  'gap.camera_unregistered.title': 'El origen {source} no es una cámara de la granja',
  'gap.camera_unregistered.message':
    '{count, plural, one {# evento} other {# eventos}} en siete días. Regístrelo como cámara: lo que ya envió también contará.',
  'page.cameras.title': '{count, plural, =0 {Sin cámaras} one {# cámara} other {# cámaras}}',
  'page.cameras.online': '{count, number} en línea',
  'page.cameras.silent': '{count, number} sin señal',
  'page.cameras.unknown': '{count, number} sin registrar',
  'page.cameras.alerts': '{count, plural, one {# alerta abierta} other {# alertas abiertas}}',
  'page.cameras.silentFor': '{camera}: sin señal desde hace {ago}',
  'page.cameras.connections': 'Conexiones',
  'page.cameras.unregistered': 'Sin registrar',
  'page.cameras.heard':
    '{events, plural, one {# evento} other {# eventos}} en 7 días, el último {moment}',
  'page.camera.online': 'en línea',
  'page.camera.offline': 'desconectada',
  'page.camera.unknown': 'aún sin señal',
  'page.camera.fault': 'averiada',
  'page.camera.maintenance': 'en reparación',
  'page.camera.retired': 'retirada',
  'page.camera.silent': 'sin señal',
  'page.connection.pending': 'sin usar',
  'page.connection.active': 'funciona',
  'page.connection.failing': 'falla',
  'page.connection.paused': 'en pausa',
  'page.connection.disabled': 'apagada',
  'page.vision.count': 'conteos',
  'page.vision.weight': 'pesos',
  'page.vision.mortality': 'aves muertas',
  'page.vision.behavior': 'comportamiento',
  'page.col.camera': 'Cámara',
  'page.col.lastHeard': 'Última señal',
  'page.col.events24h': '24 h',
  'page.col.countGap': 'Conteo frente al registro',
  'page.col.factor': 'Factor',
  'page.col.connection': 'Conexión',
  'page.col.token': 'Token',
  'page.col.failures': 'Fallos',
} satisfies Record<keyof typeof english, string>;
