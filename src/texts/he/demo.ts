import type { demo as english } from '../en/demo.ts';

export const demo: Record<keyof typeof english, string> = {
  'demo.begin': 'משק מדומה, מוגש מהזיכרון של התהליך הזה. בוקר אחד בו:',
  'demo.digest': 'תדריך הבוקר של משק אחד',
  'demo.gaps': 'מה חסר; בלי --fields כל חוסר עם הפקודה שסוגרת אותו',
  'demo.flocks': 'הלהקות שלו, מול תקן הגזע',
  'demo.logs': 'הימים האחרונים של להקה אחת',
  'demo.write': 'רישום היומן של היום',
  'demo.act': 'יצירת משימה',
  'demo.task': 'שקילת 100 עופות',
  'demo.undo': 'ביטול המשימה',
  'demo.ask': 'שאלה',
  'demo.question': 'כמה עופות מתו היום?',
  'demo.askOther': 'שאלה בשפה אחרת',
  'demo.end': 'ההדגמה הסתיימה ולא השאירה דבר. מה לנסות עכשיו:',
  'demo.serve': 'אותו משק, כמה זמן שתרצו',
  'demo.init': 'מסד נתונים משלכם במחשב הזה',
  'demo.gapsHint': 'מה חסר, עם הפקודות שסוגרות את זה',
  'demo.formats': 'פלט json, csv ואחרים לסקריפטים',
};
