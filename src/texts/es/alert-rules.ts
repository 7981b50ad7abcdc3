import type { alertRules as english } from '../en/alert-rules.ts';

export const alertRules = {
  'alert.mortality_spike.title':
    '{barn}: {isFar, select, yes {mortalidad muy por encima de lo habitual} other {mortalidad alta}}, {deaths} el {day}',
  'alert.mortality_spike.mean':
    'El {day} murieron {deaths}, el {pct} del lote; el promedio de la semana anterior es de {mean} por día. Revise las aves, el agua y el aire, y llame al veterinario.',
  'alert.mortality_spike.share':
    'El {day} murieron {deaths}, el {pct} del lote. Revise las aves, el agua y el aire, y llame al veterinario.',
  'alert.mortality_spike.fits': 'El {day} murieron {deaths}; es lo normal.',
  'alert.weight_below_standard.title': '{barn}: las aves pesan {below} menos que el estándar',
  'alert.weight_below_standard.message':
    'El {day} pesan {weight}; el estándar de la línea para esta edad es de {standard}. Revise alimento, agua, temperatura y sanidad.',
  'alert.weight_below_standard.uncalibrated':
    'Cámaras sin comparar con la báscula indican {weight} el {day}; el estándar de la línea para esta edad es de {standard}. El peso no es fiable: pese una muestra de aves y regístrelo.',
  'alert.weight_below_standard.fits':
    'El {day} pesan {weight}; el estándar de la línea es de {standard}.',
  'alert.weight_below_standard.moult': 'El lote está en muda; las gallinas pierden peso en ella.',
  'alert.water_drop.title': '{barn}: las aves beben {drop} menos de lo esperado',
  'alert.water_drop.two_days':
    '{water} el {day}, {drop} menos de lo esperado por los días anteriores, y {before} menos el día antes. Revise presión, filtros, niples y fugas, y después las aves.',
  'alert.water_drop.one_day':
    '{water} el {day}, {drop} menos de lo esperado por los días anteriores. Revise presión, filtros, niples y fugas, y después las aves.',
  'alert.water_drop.fits': '{water} el {day}, más o menos lo esperado por los días anteriores.',
  'alert.water_feed_ratio.title': '{barn}: el agua y el alimento no cuadran, {ratio}',
  'alert.water_feed_ratio.low':
    '{water} de agua y {feed} de alimento el {day}: corregido por el calor {ratio}, y {before} el día antes; menos de {low} es muy poca agua. Revise la línea de agua y el medidor.',
  'alert.water_feed_ratio.high':
    '{water} de agua y {feed} de alimento el {day}: corregido por el calor {ratio}, y {before} el día antes; más de {high} es demasiado. Busque fugas, cama húmeda y diarrea.',
  'alert.water_feed_ratio.fits':
    '{water} de agua y {feed} de alimento el {day}: corregido por el calor {ratio}, entre {low} y {high}.',
  'alert.feed_out.title': '{barn}: alimento para {days}',
  'alert.feed_out.message':
    'Quedan {stock} en el silo, alcanzan para {days}. Pida alimento o pregunte dónde está la entrega.',
  'alert.feed_out.fits': 'Hay {stock} en el silo, alcanzan para {days}.',
  'alert.temp_high.title': '{barn}: demasiado calor, {temp}',
  'alert.temp_high.message':
    '{temp} durante {minutes}; el objetivo a los {age} de edad es {target}. Revise ventiladores, enfriamiento y agua.',
  'alert.temp_high.felt':
    '{temp}, que con la humedad las aves sienten como {felt}, durante {minutes}; el objetivo a los {age} de edad es {target}. Revise ventiladores, enfriamiento y agua.',
  'alert.temp_high.fits': '{temp}; el objetivo a los {age} de edad es {target}.',
  'alert.temp_low.title': '{barn}: demasiado frío, {temp}',
  'alert.temp_low.message':
    '{temp} durante {minutes}; el objetivo a los {age} de edad es {target}. Revise criadoras, cortinas y corrientes de aire.',
  'alert.temp_low.fits': '{temp}; el objetivo a los {age} de edad es {target}.',
  'alert.co2.title': '{barn}: CO₂ en {value}',
  'alert.co2.message':
    '{value} de CO₂, por encima de {limit} durante {minutes}. Aumente la ventilación mínima y revise las criadoras.',
  'alert.co2.fits': '{value} de CO₂; el límite es {limit}.',
  'alert.nh3.title': '{barn}: amoníaco en {value}',
  'alert.nh3.message':
    '{value} de amoníaco, por encima de {limit} durante {minutes}. Aumente la ventilación mínima y revise la cama y los bebederos.',
  'alert.nh3.fits': '{value} de amoníaco; el límite es {limit}.',
  'alert.rh.title': '{barn}: humedad de {value}',
  'alert.rh.message':
    'Humedad de {value}, por encima de {limit} durante {minutes}. Ventile más y revise la cama, los paneles y las fugas.',
  'alert.rh.low':
    'Humedad de {value}, por debajo de {limit} durante {minutes}. El aire está muy seco: cuide el polvo y las vías respiratorias de los pollitos.',
  'alert.rh.fits': 'Humedad de {value}, otra vez normal.',
  'alert.sensor_stale.title': '{barn}: los sensores no envían nada desde hace {ago}',
  'alert.sensor_stale.message':
    'La última lectura llegó el {at}, hace {ago}; se permiten {allowed}. Revise el controlador, la luz y la conexión, y mire las aves.',
  'alert.sensor_stale.fits': 'Los sensores envían otra vez; la última lectura llegó el {at}.',
  'alert.sensors_disagree.title': '{barn}: {spread} de diferencia entre sensores de temperatura',
  'alert.sensors_disagree.message':
    '{coldest} marca {low} y {warmest} marca {high}; con más de {limit} de diferencia, uno de los dos falla. Compare ambos con un termómetro a la altura de las aves, y cambie o mueva el que falla.',
  'alert.sensors_disagree.fits':
    'Los sensores de temperatura difieren en {spread}; hasta {limit} es normal.',
  'alert.egg_drop.title': '{barn}: {drop} menos huevos que la semana anterior',
  'alert.egg_drop.two_days':
    '{eggs} el {day}; en dos días {drop} menos que el promedio de la semana anterior. Revise agua, alimento, luz y sanidad.',
  'alert.egg_drop.one_day':
    '{eggs} el {day}, {drop} menos que el promedio de la semana anterior. Revise agua, alimento, luz y sanidad, y llame al veterinario.',
  'alert.egg_drop.fits': '{eggs} el {day}, como en la semana anterior.',
  'alert.egg_drop.moult': 'El lote está en muda; se esperan menos huevos.',
  'alert.breakage.title': '{barn}: {pct} de huevos rotos',
  'alert.breakage.two_days':
    '{broken} rotos de {eggs} el {day}, {pct}; {before} el día antes. Revise la cinta, los nidos y las cáscaras.',
  'alert.breakage.one_day':
    '{broken} rotos de {eggs} el {day}, {pct}. Revise la cinta, los nidos y las cáscaras.',
  'alert.breakage.fits': '{broken} rotos de {eggs} el {day}, {pct}.',
  'alert.medicine_expired.title': 'Medicamento vencido en la bodega: {medicine}',
  'alert.medicine_expired.message':
    '{medicine} venció el {day}. Sáquelo de la bodega y anote que fue destruido.',
  'alert.medicine_expired.used':
    '{medicine} venció el {day}, y desde entonces se trataron aves con él. Sáquelo de la bodega y llame al veterinario.',
  'alert.medicine_expired.fits': '{medicine}: no queda nada vencido en la bodega.',
  'alert.density.title': '{barn}: {density} en el piso',
  'alert.density.message':
    'Hoy {birds} pesan {density}; el límite es {limit}. Saque parte de las aves o adelante la venta.',
  'alert.density.uncalibrated':
    'Hoy {birds} pesan unos {density} según cámaras sin comparar con la báscula; el límite es {limit}. El peso no es fiable: pese una muestra de aves y regístrelo.',
  'alert.density.fits': 'Hoy {birds} pesan {density}; el límite es {limit}.',
  'alert.withdrawal_violation.title': '{barn}: venta antes de terminar el período de retiro',
  'alert.withdrawal_violation.sold':
    'Se vendieron aves de {flock} el {sale}; el retiro de un medicamento dura hasta el {until}. Avise de inmediato a la planta y al veterinario.',
  'alert.withdrawal_violation.planned':
    'La venta de {flock} está prevista para el {sale}; el retiro de un medicamento dura hasta el {until}. Aplácela o consulte al veterinario.',
  'alert.withdrawal_violation.fits':
    'Ninguna venta de {flock} cae antes del fin del retiro, el {until}.',
  'alert.ended': 'Terminado',
  'alert.ended.birds': 'Las aves ya salieron.',
  'alert.ended.medicine': 'El medicamento ya no está en la bodega.',
} satisfies Record<keyof typeof english, string>;
