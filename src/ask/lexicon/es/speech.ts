import type { Phrase } from '../lexicon.ts';

/** Words that change nothing of a Spanish question. */
export const fillers: readonly Phrase[] =
  `el la los las un una unos unas de del al a en y e o u con para pa por x se su sus me mi mis te tu tus nos
  nuestro nuestra nuestros nuestras lo le les es era son fue fueron ser sea sean estar estamos estaba estaban estado
  tiene tienen tenía tener tenido tengo tenemos tuvo tuvimos tuvieron ha han he hemos haya haber había va van voy vamos iba
  vas ir yendo dime dame deme dígame decime decinos dinos dile cuéntame contame cuénteme decir puedes podés puede podrías
  podría podemos puedo favor saber sabes sabés sabe quiero quisiera queremos necesito necesitamos quieres ver veo veamos
  si sí ya pues entonces bueno che oye oiga mira mire viejo jefe jefa patrón patrona don doña compa amigo inge ingeniero
  nivel niveles valor valores datos dato indicador información info entre este esta estos estas ese esa esos esas esto eso
  aquel aquella cómo como que así así porque donde llevamos lleva llevan llevo hace hacen hecho dan da dio dieron día días
  semana semanas mes meses año hora horas anda andan andamos andaba anduvo sigue siguen siguió siendo está están
  estuvo estuvieron sigue quedamos venimos desde hasta durante sobre según tal tanto tan
  muy mucho mucha muchos muchas poquito bien mal igual mismo misma solo sólo además también luego acá aquí ahí allá allí
  ellos ellas ellas ella él yo nosotros ustedes usted vos real reales general todavía aún exactamente
  aproximadamente aprox lugar caso vez veces favor gente muchachos chicos alguna algún cosa cosas tipo hizo
  hicieron puso toda todo todas todos nomás ps pe pues man bro nene che loco cada uno
  marcan marcó indica tenés querés necesitan necesita ambiente adentro dentro interior llevan llevas traen hubiera
  producción productivo productiva lectura lecturas medida medición mediciones interna ambiental actual sacaron sacado juntaron juntamos levantaron recogieron recogimos recogió recogidos recolectaron recolectados produjeron producidos cuenta cuentan haciendo pásame pasame pásenme ocupo hubieron toca tocaba alto alta altos altas bajo baja elevado elevada algo alguno nada ninguno ninguna
  quiere piden llegaron llegó recibió recibieron presenta presentan muestran alcanzó logramos logró obtuvimos obtenido detectaron detectó
  respecto relacionado referente acerca cerca corresponde correspondiente varios varias diario diaria diarias diarios mensual semanal completo completa
  rápido rapidito tantito ratito momento apenas recién recientemente últimamente siempre antes primero final finales comienzo resto aparte incluyendo
  exacto exacta exactos preciso concreto concretamente específico detallado detallada actualizado actualizada actualizados gracias estén esté fuera sería serían
  hará harán tendremos tendrá tendrán tendría podrá ayúdame ayudame checar checa checame revisa revisar revísame consulta consultar busca buscar búscame dígannos hazme haceme hágame mándame envíame muéstrame mostrame termina terminan cumple cumplen cumplieron frasco frascos botella botellas sobre sobres viales bote botes otro otra otros otras huele olor huelen mandamos mandan tal cosas riesgo terminar kg kilos kilo gramos g litros l toneladas unidades bultos sacos quintales debe deben estaría
  detrás vuelve volver volvemos llenado quién cuyo cuál estábamos dígale digale oíste viste
  fijate fíjate tranqui ojo porfi rápida pronta pronto urgentemente nosotras uds ud vds vd
  tanda tenga tengan tendríamos estarán estará estaremos habrán habían hubiese quede quedé
  aproximado aproximada estimado estimada estimación calculado cálculo calcula calculame
  calcúlame dímelo pásamelo ndato registrados anotadas capataz dueño cuadro sistema app
  aplicación favorcito fa agradezco agradecería gustaría gustaria encantaría interesa
  interesaría averigua averiguar averíguame enterarme fijarse verificar verifica corroborar
  confirma confirmar confírmame confirmame chequea chequear chequeame revisá mirá mirar dale
  oír ufa uy eh ah oh ajá mmm pes causa parce parcero hermano mijo señor señora señorita
  patroncito jefecito camarada colega chavo wey güey cuate sr sra hijo
  llegar
  pinta pintan luce lucen`
    .split(/\s+/)
    .concat([
      'lo que',
      'los que',
      'las que',
      'el que',
      'la que',
      'es que',
      'hay que',
      'tengo que',
      'hasta el momento',
      'me puedes decir',
      'me podrías decir',
      'me podés decir',
      'me puede decir',
      'me dices',
      'me decís',
      'me dice',
      'quiero saber',
      'quisiera saber',
      'necesito saber',
      'me gustaría saber',
      'sabes si',
      'no sé',
      'sólo eso',
      'más o menos',
      'por fin',
      'de una vez',
      'a la fecha',
      'o no',
      'por día',
      'al día',
      'por semana',
      'por mes',
      'cierto',
      'verdad',
    ]);

/** What is said around an order or a question. */
export const courtesies: readonly Phrase[] = [
  'por favor',
  'por fa',
  'porfa',
  'porfis',
  'porfavor',
  'xfa',
  'xfavor',
  'x favor',
  'pf',
  'plis',
  'pls',
  'favor de',
  'favor',
  'hágame el favor de',
  'hazme el favor de',
  'haceme el favor de',
  'me haces el favor de',
  'si eres tan amable',
  'si es tan amable',
  'puedes',
  'puede',
  'podés',
  'podrías',
  'podría',
  'me puedes',
  'me podés',
  'me podrías',
  'me puede',
  'podemos',
  'hola',
  'ola',
  'buenas',
  'muy buenas',
  'buen día',
  'buenos días',
  'buenas tardes',
  'buenas noches',
  'oye',
  'oiga',
  'che',
  'mira',
  'mire',
  'ey',
  'hey',
  'quiero que',
  'necesito que',
  'quisiera que',
  'quiero',
  'necesito',
  'quisiera',
  'hay que',
  'gracias',
  'muchas gracias',
  'mil gracias',
  'jefe',
  'jefa',
  'patrón',
  'patrona',
  'inge',
  'ingeniero',
  'doc',
  'compa',
  'amigo',
  'amiga',
  'bro',
  'ok',
  'okay',
  'vale',
  'dale',
  'listo',
  'bueno',
  'a ver',
  'disculpa',
  'disculpe',
  'perdón',
  'saludos',
  'ahí te va',
  'farmi',
];

/** Words that make a Spanish sentence no order, and a question no plain one. */
export const refusals: readonly Phrase[] = [
  'no crees',
  'no',
  'nunca',
  'jamás',
  'tampoco',
  'todavía no',
  'aún no',
  'qué pasa si',
  'qué pasaría si',
  'qué pasaría',
  'qué pasa cuando',
  'debería',
  'deberíamos',
  'debo',
  'debemos',
  'si yo',
  'si registro',
  'si anoto',
  'si apunto',
  'si pido',
  'si creo',
  'si hubiera',
  'si hubiesen',
  'si se mueren',
  'si mueren',
  'imagina',
  'imaginemos',
  'imagínate',
  'imagina que',
  'por qué',
  'xq',
  'pq',
  'porqué',
  'otras granjas',
  'otra granja',
  'demás granjas',
  'todas las granjas',
  'otros clientes',
  'otro cliente',
  'otra empresa',
  'otros usuarios',
  'competencia',
  'contraseña',
  'contraseñas',
  'clave',
  'claves',
  'password',
  'token',
  'api key',
  'prompt',
  'instrucciones',
  'administrador del sistema',
  'sql',
  'script',
  'drop table',
  'base de datos',
  'jailbreak',
  'ignora',
  'olvida',
  'olvídate',
  'supongamos',
  'suponiendo',
  'supón',
  'hipotéticamente',
  'conviene',
  'finge',
  'actúa como',
  'eres',
  'haz como si',
  'como si',
  'cancela',
  'cancelar',
  'cancelá',
  'cancele',
  'anula',
  'anular',
  'anule',
  'borra',
  'borrar',
  'borrá',
  'borre',
  'elimina',
  'eliminar',
  'elimine',
];

/** Words between two orders. */
export const conjunctions: readonly Phrase[] = [
  'y',
  'e',
  'o',
  'con',
  'y luego',
  'y después',
  'y además',
  'y también',
  'luego',
  'también',
  'después',
  'además',
  'y de paso',
  'de paso',
  'y por favor',
  'y aparte',
];
