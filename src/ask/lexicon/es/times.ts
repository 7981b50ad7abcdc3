import type { Lexicon } from '../lexicon.ts';

/** How times are said in Spanish. */
export const times: Lexicon['times'] = {
  now: ['ahora', 'en este momento', 'ahorita'],
  today: ['hoy', 'el día de hoy', 'esta mañana', 'lo que va del día'],
  yesterday: ['ayer', 'el día de ayer'],
  day_before_yesterday: ['anteayer', 'antier', 'antes de ayer'],
  tomorrow: ['[para] mañana'],
  day_after_tomorrow: ['[para] pasado mañana'],
  last_night: ['anoche', 'esta noche', 'durante la noche', 'por la noche', 'la noche pasada'],
  this_week: ['esta semana', 'en lo que va de la semana'],
  last_week: ['la semana pasada', 'semana anterior', 'la semana anterior'],
  next_week: ['la próxima semana', 'la semana que viene'],
  this_month: ['este mes', 'en lo que va del mes'],
  last_month: ['el mes pasado', 'mes anterior', 'el mes anterior'],
  this_year: ['este año'],
  last_year: ['el año pasado'],
  days_ago: ['hace {number} (días|día)'],
  weeks_ago: ['hace {number} (semanas|semana)'],
  months_ago: ['hace {number} (meses|mes)'],
  in_days: ['(en|dentro de) {number} (días|día)'],
  in_weeks: ['(en|dentro de) {number} (semanas|semana)'],
  last_days: [
    '[(en|durante)] [los] últimos {number} días',
    '[(en|durante)] [los] {number} últimos días',
  ],
  last_weeks: ['[(en|durante)] [las] últimas {number} semanas'],
  last_months: ['[(en|durante)] [los] últimos {number} meses'],
  last_hours: ['[(en|durante)] [las] últimas {number} horas'],
  since_placement: [
    'desde (el ingreso|el alojamiento|que llegaron|el inicio|el principio)',
    'hasta ahora',
    'hasta la fecha',
  ],
  flock_day: ['[(el|al|en el)] día {number} [(del lote|de vida|de edad)]', 'a los {number} días'],
  weekday: ['[el] {weekday} [pasado]'],
  next_weekday: [
    '[(para|hasta)] [el] próximo {weekday}',
    '[para] el {weekday} (próximo|que viene)',
  ],
  month: ['en [el mes de] {month} [de] [{year}]', '{month} de {year}', 'durante {month}'],
  date: ['el [día] {date}'],
  since_date: ['desde el {date}'],
  range: [
    '(del|desde el|entre el) {from} (al|hasta el|y el) {to}',
    '(del|desde el|entre el) {day} (al|hasta el|y el) {to}',
  ],
};
