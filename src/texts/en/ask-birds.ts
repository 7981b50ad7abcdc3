/** What the answers about birds say. */
export const askBirds = {
  'ask.mortality.sum':
    '{count, plural, one {# bird} other {# birds}} died {when} in {place}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.culls.sum':
    '{count, plural, one {# bird was} other {# birds were}} culled {when} in {place}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.eggs.sum': '{value} {when} in {place}.',
  'ask.cumulativeMortality':
    '{count, plural, one {# bird has} other {# birds have}} died in {place} so far{hasPct, select, yes { ({pct})} other {}}.',
  'ask.cumulativeMortalityTotal': '{value} in {place} have died so far.',
  'ask.mortalitySpike':
    '{level, select, critical {Critical losses} warning {More than usual} other {Nothing unusual}} in {place}: {count, plural, one {# bird} other {# birds}} died {when}{hasPct, select, yes { ({pct})} other {}}{hasRatio, select, yes {, {ratio, number} times the usual} other {}}.',
  'ask.mortalityAgainstAverage':
    '{count, plural, one {# bird} other {# birds}} died {when} in {place}, {side, select, above {more than} below {fewer than} other {as many as}} the average of the week before ({average} a day).',
  'ask.livability': '{pct} of the birds in {place} have survived.',
  'ask.liveBirds': '{count, plural, one {# bird is} other {# birds are}} alive in {place}.',
  'ask.age':
    'The birds in {place} {isLive, select, yes {are {days} old} other {were {days} old at the end}}; they came on {day}.',
  'ask.noEnd': 'Nothing tells how old the birds in {place} were at the end.',
  'ask.weight':
    'The birds in {place} weigh {weight} ({source, select, smart {by cameras, {day}} uncalibrated {by cameras that were not compared with scales, {day}: not reliable} other {weighed on {day}}}){side, select, above {, {off} above the standard} below {, {off} below the standard} on {, just at the standard} other {}}.',
  'ask.weightDeviation':
    '{place}: {side, select, above {{off} above the standard} below {{off} below the standard} other {exactly at the standard ({off})}}: {weight} against {standard} on {day}.',
  'ask.dailyGain':
    'The birds in {place} gain {gain}{hasStandard, select, yes { (standard: {standard})} other {}}.',
  'ask.noGain': 'It takes two weighings about a week apart to tell how the birds in {place} grow.',
  'ask.uniformity':
    '{pct} of the birds in {place} are within {within} of the mean (CV {cv}, {birds} weighed).',
  'ask.noWeighSample':
    'No camera has weighed the birds in {place} one by one in the last two days, so uniformity is not known.',
  'ask.lastWeighing':
    'The birds in {place} were last weighed on {day}{count, plural, =0 { (today)} other {, {ago} ago}}: {weight}.',
  'ask.neverWeighed': 'The birds in {place} were never weighed by hand.',
  'ask.density':
    'Density in {place}: {density}{side, select, above {, above the limit of {limit}} below {, within the limit of {limit}} other {}}.',
  'ask.eggBreakage': '{value} of the eggs in {place} were broken {when} ({part} of {whole}).',
  'ask.layingRate': 'Laying in {place} {when}: {value} ({part} from {whole}).',
  'ask.healthScore': 'Health in {place}: {score, number} points, grade {grade}.',
  'ask.efficiency': 'Production index (EPEF) in {place}: {index, number} at {days}.',
  'ask.treatment':
    '{kind, select, vaccination {a vaccination} antibiotic {an antibiotic} anticoccidial {a coccidiosis treatment} antiparasitic {a parasite treatment} vitamin {a vitamin} electrolyte {an electrolyte} probiotic {a probiotic} acidifier {an acidifier} diagnosis {a diagnosis} lab_test {a lab test} vet_visit {a visit of the vet} other {a treatment}}',
  'ask.lastTreatment':
    'Last treatment in {place}: {kind}{hasProduct, select, yes { ({product})} other {}} on {day}{hasUntil, select, yes {; withdrawal until {until}} other {}}.',
  'ask.noTreatment': 'No treatment is recorded in {place}.',
  'ask.withdrawal.none': 'No withdrawal period is running in {place}.',
  'ask.withdrawal.until':
    'Do not slaughter birds of {place} before {until}{hasProduct, select, yes { ({product})} other {}}.',
  'ask.noWithdrawalDays':
    'How long to wait after the antibiotic in {place} is not recorded ({product}).',
  'ask.marketDate':
    '{place}: sale on {day} at {days}{hasWeight, select, yes {, about {weight} a bird} other {}} ({basis, select, planned_date {as planned} target_weight {at the target weight} other {at the usual age}}).',
  'ask.noMarketDate': 'Nothing says when the birds of {place} are to be sold.',
  'ask.sold': 'The birds of {place} have left.',
  'ask.compareFlocks':
    '{place}: age {age}, alive {birds}, mortality {mortality}, weight {weight} (standard {off}), FCR {conversion}.',
} as const;
