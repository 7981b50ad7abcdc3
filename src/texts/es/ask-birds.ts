import type { askBirds as english } from '../en/ask-birds.ts';

export const askBirds = {
  'ask.mortality.sum':
    '{count, plural, one {Murió # ave} other {Murieron # aves}} {when} en {place}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.culls.sum':
    '{count, plural, one {Se descartó # ave} other {Se descartaron # aves}} {when} en {place}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.eggs.sum': '{value} {when} en {place}.',
  'ask.cumulativeMortality':
    '{count, plural, one {Murió # ave} other {Murieron # aves}} en {place} desde el ingreso{hasPct, select, yes { ({pct})} other {}}.',
  'ask.cumulativeMortalityTotal': 'Bajas en {place} desde el ingreso: {value}.',
  'ask.mortalitySpike':
    '{level, select, critical {Pérdidas críticas} warning {Más de lo normal} other {Nada fuera de lo normal}} en {place}: {count, plural, one {murió # ave} other {murieron # aves}} {when}{hasPct, select, yes { ({pct})} other {}}{hasRatio, select, yes {, {ratio, number} veces lo habitual} other {}}.',
  'ask.mortalityAgainstAverage':
    '{count, plural, one {Murió # ave} other {Murieron # aves}} {when} en {place}, {side, select, above {más que} below {menos que} other {igual que}} el promedio de la semana anterior ({average} por día).',
  'ask.livability': 'Viabilidad en {place}: {pct}.',
  'ask.liveBirds': '{count, plural, one {Hay # ave viva} other {Hay # aves vivas}} en {place}.',
  'ask.age':
    'Las aves de {place} {isLive, select, yes {tienen {days}} other {tenían {days} al final}}; llegaron el {day}.',
  'ask.noEnd': 'No consta la edad final de las aves de {place}.',
  'ask.weight':
    'Las aves de {place} pesan {weight} ({source, select, smart {por cámaras, {day}} uncalibrated {por cámaras sin comparar con la báscula, {day}: no es fiable} other {pesadas el {day}}}){side, select, above {, {off} sobre el estándar} below {, {off} bajo el estándar} on {, justo en el estándar} other {}}.',
  'ask.weightDeviation':
    '{place}: {side, select, above {{off} sobre el estándar} below {{off} bajo el estándar} other {justo en el estándar ({off})}}: {weight} contra {standard} el {day}.',
  'ask.dailyGain':
    'Las aves de {place} ganan {gain}{hasStandard, select, yes { (estándar: {standard})} other {}}.',
  'ask.noGain':
    'Hacen falta dos pesajes con una semana de diferencia para saber cuánto crecen las aves de {place}.',
  'ask.uniformity':
    'El {pct} de las aves de {place} está a ±{within} de la media (CV {cv}, pesadas: {birds}).',
  'ask.noWeighSample':
    'Ninguna cámara pesó ave por ave en {place} en los últimos dos días: no se sabe la uniformidad.',
  'ask.lastWeighing':
    'Último pesaje en {place}: {day}{count, plural, =0 { (hoy)} other {, hace {ago}}}: {weight}.',
  'ask.neverWeighed': 'Las aves de {place} nunca se pesaron a mano.',
  'ask.density':
    'Densidad en {place}: {density}{side, select, above {, por encima del límite de {limit}} below {, dentro del límite de {limit}} other {}}.',
  'ask.eggBreakage': 'Huevos rotos en {place} {when}: {value} ({part} de {whole}).',
  'ask.layingRate': 'Postura en {place} {when}: {value} ({part} de {whole}).',
  'ask.healthScore': 'Salud en {place}: {score, number} puntos, nota {grade}.',
  'ask.efficiency': 'Índice productivo (EPEF) en {place}: {index, number} a los {days}.',
  'ask.treatment':
    '{kind, select, vaccination {una vacunación} antibiotic {un antibiótico} anticoccidial {un anticoccidial} antiparasitic {un antiparasitario} vitamin {una vitamina} electrolyte {un electrolito} probiotic {un probiótico} acidifier {un acidificante} diagnosis {un diagnóstico} lab_test {un análisis de laboratorio} vet_visit {una visita del veterinario} other {un tratamiento}}',
  'ask.lastTreatment':
    'Último tratamiento en {place}: {kind}{hasProduct, select, yes { ({product})} other {}} el {day}{hasUntil, select, yes {; retiro hasta el {until}} other {}}.',
  'ask.noTreatment': 'No hay tratamientos registrados en {place}.',
  'ask.withdrawal.none': 'No hay período de retiro vigente en {place}.',
  'ask.withdrawal.until':
    'No faenar aves de {place} antes del {until}{hasProduct, select, yes { ({product})} other {}}.',
  'ask.noWithdrawalDays': 'No consta el período de retiro del antibiótico en {place} ({product}).',
  'ask.marketDate':
    '{place}: venta el {day} a los {days}{hasWeight, select, yes {, unos {weight} por ave} other {}} ({basis, select, planned_date {según lo planificado} target_weight {al peso objetivo} other {a la edad habitual}}).',
  'ask.noMarketDate': 'No está definida la fecha de venta de {place}.',
  'ask.sold': 'Las aves de {place} ya salieron.',
  'ask.compareFlocks':
    '{place}: edad {age}, vivas {birds}, mortalidad {mortality}, peso {weight} (contra el estándar {off}), conversión {conversion}.',
} satisfies Record<keyof typeof english, string>;
