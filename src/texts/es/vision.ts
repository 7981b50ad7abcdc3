import type { vision as english } from '../en/vision.ts';

export const vision = {
  'vision.count.fewer.title': '{barn}: la cámara cuenta {gap} menos aves que el registro',
  'vision.count.more.title': '{barn}: la cámara cuenta {gap} más aves que el registro',
  'vision.count.fits.title': '{barn}: el conteo de la cámara coincide con el registro',
  'vision.count.fewer.whole':
    'La cámara {camera} contó {counted} y el registro tiene {logged}: {difference} menos (−{gap}). Revise si hay muertes o ventas sin anotar y qué ve la cámara.',
  'vision.count.more.whole':
    'La cámara {camera} contó {counted} y el registro tiene {logged}: {difference} más (+{gap}). Revise cuántas aves se recibieron y qué se anotó como muerto o vendido.',
  'vision.count.fits.whole':
    'La cámara {camera} contó {counted} y el registro tiene {logged}: {gap} de diferencia.',
  'vision.count.fewer.part':
    'La cámara {camera} ve una parte del galpón; para todo el galpón serían {counted} y el registro tiene {logged}: {difference} menos (−{gap}).',
  'vision.count.more.part':
    'La cámara {camera} ve una parte del galpón; para todo el galpón serían {counted} y el registro tiene {logged}: {difference} más (+{gap}).',
  'vision.count.fits.part':
    'La cámara {camera} ve una parte del galpón; para todo el galpón serían {counted} y el registro tiene {logged}: {gap} de diferencia.',
  'vision.panting.title': '{barn}: las aves jadean',
  'vision.panting.fits.title': '{barn}: las aves ya no jadean',
  'vision.panting.message':
    'La cámara {camera} ve aves con el pico abierto, intensidad {value}. Tienen demasiado calor: revise ventiladores, enfriamiento y agua.',
  'vision.panting.fits': 'La cámara {camera} no ve jadeo importante, intensidad {value}.',
  'vision.clustering.title': '{barn}: las aves se amontonan',
  'vision.clustering.fits.title': '{barn}: las aves ya no se amontonan',
  'vision.clustering.message':
    'La cámara {camera} ve aves amontonadas, intensidad {value}. Revise calefacción, corrientes de aire y luz, y si algo las asustó.',
  'vision.clustering.fits':
    'La cámara {camera} no ve amontonamiento importante, intensidad {value}.',
  'vision.poor_spread.title': '{barn}: las aves están mal distribuidas',
  'vision.poor_spread.fits.title': '{barn}: las aves están bien distribuidas otra vez',
  'vision.poor_spread.message':
    'La cámara {camera} ve que las aves evitan una parte del galpón, intensidad {value}. Revise allí aire, cama, luz, bebederos y comederos.',
  'vision.poor_spread.fits':
    'La cámara {camera} ve las aves bien distribuidas, intensidad {value}.',
  'vision.with_temperature': '{said} El galpón está a {temp}; el objetivo es {target}.',
  'vision.activity.title': '{barn}: las aves se mueven {drop} menos de lo normal',
  'vision.activity.fits.title': '{barn}: las aves se mueven como siempre',
  'vision.activity.message':
    'La cámara {camera} ve una actividad de {now}; lo normal en los últimos días era {usual}: {drop} menos. Revise las aves, el agua y el alimento.',
  'vision.activity.less':
    'La cámara {camera} ve una actividad de {now}; lo normal es {usual} (−{drop}).',
  'vision.activity.rise':
    'La cámara {camera} ve una actividad de {now}; lo normal es {usual} (+{drop}).',
  'vision.deaths.title': '{barn}: las muertes del {day} no coinciden entre cámaras y registro',
  'vision.deaths.fits.title': '{barn}: las muertes del {day} coinciden',
  'vision.deaths.fewer':
    'El registro del {day} tiene {logged} de mortalidad y las cámaras vieron {seen}: {difference} menos. Revise el registro y qué ven las cámaras.',
  'vision.deaths.more':
    'Las cámaras vieron una mortalidad de {seen} el {day} y el registro tiene {logged}: {difference} más. Revise si se recogieron y anotaron todas las aves muertas.',
  'vision.deaths.no_log':
    'Las cámaras vieron una mortalidad de {seen} el {day} y el registro de ese día no dice cuántas murieron. Anótelo, por favor.',
  'vision.deaths.fits':
    'Las cámaras vieron una mortalidad de {seen} el {day}; el registro tiene {logged}.',
} satisfies Record<keyof typeof english, string>;
