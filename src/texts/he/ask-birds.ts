import type { askBirds as english } from '../en/ask-birds.ts';

export const askBirds = {
  'ask.mortality.sum':
    '{place}: {count, plural, =0 {אף עוף לא מת} one {עוף אחד מת} two {שני עופות מתו} other {# עופות מתו}} {when}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.culls.sum':
    '{place}: {count, plural, =0 {אף עוף לא נפסל} one {עוף אחד נפסל} two {שני עופות נפסלו} other {# עופות נפסלו}} {when}{hasPct, select, yes { ({pct})} other {}}.',
  'ask.eggs.sum': '{place}: {value} {when}.',
  'ask.cumulativeMortality':
    '{place}: {count, plural, =0 {אף עוף לא מת} one {עוף אחד מת} two {שני עופות מתו} other {# עופות מתו}} מאז הקליטה{hasPct, select, yes { ({pct})} other {}}.',
  'ask.cumulativeMortalityTotal': '{place}: {value} מתו מאז הקליטה.',
  'ask.mortalitySpike':
    '{level, select, critical {כן, וזה קריטי} warning {כן, יותר מהרגיל} other {לא, שום דבר חריג}} – {place}: {count, plural, =0 {אף עוף לא מת} one {עוף אחד מת} two {שני עופות מתו} other {# עופות מתו}} {when}{hasPct, select, yes { ({pct})} other {}}{hasRatio, select, yes {, פי {ratio, number} מהרגיל} other {}}.',
  'ask.mortalityAgainstAverage':
    '{place}: {count, plural, =0 {אף עוף לא מת} one {עוף אחד מת} two {שני עופות מתו} other {# עופות מתו}} {when}, {side, select, above {יותר מהממוצע} below {פחות מהממוצע} other {כמו הממוצע}} של השבוע שלפני ({average} ביום).',
  'ask.livability': '{place}: חיות {pct}.',
  'ask.liveBirds':
    '{place}: {count, plural, =0 {אין עופות חיים} one {עוף אחד חי} two {שני עופות חיים} other {# עופות חיים}}.',
  'ask.age':
    '{place}: גיל העופות {isLive, select, yes {{days} היום} other {בסוף היה {days}}}; נקלטו ב-{day}.',
  'ask.noEnd': 'אין נתון על הגיל בסוף ב{place}.',
  'ask.weight':
    '{place}: משקל ממוצע {weight} ({source, select, smart {לפי מצלמות, {day}} uncalibrated {לפי מצלמות שלא הושוו למשקל, {day}: לא אמין} other {נשקלו ב-{day}}}){side, select, above {, {off} מעל התקן} below {, {off} מתחת לתקן} on {, בדיוק בתקן} other {}}.',
  'ask.weightDeviation':
    '{place}: {side, select, above {{off} מעל התקן} below {{off} מתחת לתקן} other {בדיוק בתקן ({off})}}: {weight} לעומת {standard} ב-{day}.',
  'ask.dailyGain':
    '{place}: קצב גדילה {gain}{hasStandard, select, yes { (תקן: {standard})} other {}}.',
  'ask.noGain': 'צריך שתי שקילות בהפרש של כשבוע כדי לדעת איך העופות ב{place} גדלים.',
  'ask.uniformity':
    '{place}: {pct} מהעופות בטווח {within} מהממוצע (מקדם שונות {cv}, נשקלו {birds}).',
  'ask.noWeighSample':
    'אף מצלמה לא שקלה את העופות ב{place} אחד-אחד ביומיים האחרונים, ולכן האחידות לא ידועה.',
  'ask.lastWeighing':
    '{place}: השקילה האחרונה ב-{day}{count, plural, =0 { (היום)} other {, לפני {ago}}}: {weight}.',
  'ask.neverWeighed': 'העופות ב{place} מעולם לא נשקלו ידנית.',
  'ask.density':
    '{place}: צפיפות {density}{side, select, above {, מעל המותר ({limit})} below {, בתוך המותר ({limit})} other {}}.',
  'ask.eggBreakage': '{place}: {value} מהביצים נשברו {when} ({part} מתוך {whole}).',
  'ask.layingRate': '{place}: הטלה {when} – {value} ({part} מ-{whole}).',
  'ask.healthScore': '{place}: בריאות {score, number} נקודות, דירוג {grade}.',
  'ask.efficiency': '{place}: מדד יצרנות (EPEF) {index, number} בגיל {days}.',
  'ask.treatment':
    '{kind, select, vaccination {חיסון} antibiotic {אנטיביוטיקה} anticoccidial {טיפול בקוקצידיה} antiparasitic {טיפול בטפילים} vitamin {ויטמינים} electrolyte {אלקטרוליטים} probiotic {פרוביוטיקה} acidifier {מחמיץ} diagnosis {אבחון} lab_test {בדיקת מעבדה} vet_visit {ביקור וטרינר} other {טיפול}}',
  'ask.lastTreatment':
    '{place}: הטיפול האחרון – {kind}{hasProduct, select, yes { ({product})} other {}} ב-{day}{hasUntil, select, yes {; זמן המתנה עד {until}} other {}}.',
  'ask.noTreatment': 'לא נרשם טיפול ב{place}.',
  'ask.withdrawal.none': '{place}: אין זמן המתנה פעיל.',
  'ask.withdrawal.until':
    '{place}: אסור לשחוט לפני {until}{hasProduct, select, yes { ({product})} other {}}.',
  'ask.noWithdrawalDays': 'לא נרשם זמן המתנה אחרי האנטיביוטיקה ב{place} ({product}).',
  'ask.marketDate':
    '{place}: שיווק ב-{day} בגיל {days}{hasWeight, select, yes {, כ-{weight} לעוף} other {}} ({basis, select, planned_date {לפי התכנון} target_weight {במשקל היעד} other {בגיל המקובל}}).',
  'ask.noMarketDate': 'לא נקבע מועד שיווק ל{place}.',
  'ask.sold': 'העופות של {place} כבר יצאו.',
  'ask.compareFlocks':
    '{place}: גיל {age}, חיים {birds}, תמותה {mortality}, משקל {weight} (מול תקן {off}), נצילות {conversion}.',
} satisfies Record<keyof typeof english, string>;
