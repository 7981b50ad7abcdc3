/** What a worker writes, in five languages; `{barn}`, `{count}` and `{kg}` are filled in. */
export interface WorkerReport {
  readonly key: string;
  readonly category: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly isQuestion: boolean;
  /** Where it may come from; anywhere when absent. */
  readonly farms?: 'broiler' | 'layer';
  /** When it may come. */
  readonly when?: 'heat' | 'many_dead' | 'weighing';
  readonly texts: Readonly<Record<'he' | 'en' | 'th' | 'es' | 'zh', string>>;
  /** What the manager answers, in the language of the worker. */
  readonly replies?: Readonly<Record<'he' | 'en' | 'th' | 'es' | 'zh', string>>;
}

const STATEMENT = { isQuestion: false } as const;
const QUESTION = { isQuestion: true, severity: 'info', category: 'question' } as const;

export const workerReports = [
  {
    key: 'many_dead',
    category: 'mortality',
    severity: 'warning',
    ...STATEMENT,
    when: 'many_dead',
    texts: {
      he: 'מצאתי {count} מתים בלול {barn} הבוקר, יותר מהרגיל',
      en: 'Found {count} dead in barn {barn} this morning, more than usual',
      th: 'เช้านี้เจอไก่ตาย {count} ตัวในเล้า {barn} มากกว่าปกติ',
      es: 'Esta mañana encontré {count} muertos en el galpón {barn}, más de lo normal',
      zh: '今天早上{barn}号鸡舍发现{count}只死鸡，比平时多',
    },
  },
  {
    key: 'panting',
    category: 'climate',
    severity: 'critical',
    ...STATEMENT,
    when: 'heat',
    texts: {
      he: 'העופות מתנשפים בלול {barn}, חם מאוד, המפוחים לא מספיקים',
      en: 'Birds are panting in barn {barn}, very hot, fans are not enough',
      th: 'ไก่หอบในเล้า {barn} ร้อนมาก พัดลมไม่พอ',
      es: 'Las aves jadean en el galpón {barn}, hace mucho calor, los ventiladores no alcanzan',
      zh: '{barn}号鸡舍的鸡在喘气，很热，风机不够',
    },
  },
  {
    key: 'leak',
    category: 'water',
    severity: 'warning',
    ...STATEMENT,
    texts: {
      he: 'יש נזילה בקו המים בלול {barn}',
      en: 'Water line is leaking in barn {barn}',
      th: 'ท่อน้ำรั่วในเล้า {barn}',
      es: 'Hay una fuga en la línea de agua del galpón {barn}',
      zh: '{barn}号鸡舍水线漏水',
    },
  },
  {
    key: 'silo',
    category: 'feed',
    severity: 'warning',
    ...STATEMENT,
    texts: {
      he: 'הסילו של לול {barn} כמעט ריק, נשאר אוכל ליום אחד',
      en: 'The silo of barn {barn} is almost empty, feed for one day',
      th: 'ไซโลเล้า {barn} ใกล้หมด เหลืออาหารอีกวันเดียว',
      es: 'El silo del galpón {barn} está casi vacío, queda alimento para un día',
      zh: '{barn}号鸡舍料塔快空了，只剩一天的饲料',
    },
  },
  {
    key: 'vitamin',
    ...QUESTION,
    texts: {
      he: 'כמה ויטמין לשים במים היום?',
      en: 'How much vitamin do I put in the water today?',
      th: 'วันนี้ต้องใส่วิตามินในน้ำเท่าไร',
      es: '¿Cuánta vitamina pongo en el agua hoy?',
      zh: '今天水里要加多少维生素？',
    },
    replies: {
      he: 'חצי ליטר לכל 1000 ליטר מים, שלושה ימים',
      en: 'Half a litre per 1000 litres of water, for three days',
      th: 'ครึ่งลิตรต่อน้ำ 1000 ลิตร เป็นเวลาสามวัน',
      es: 'Medio litro por cada 1000 litros de agua, durante tres días',
      zh: '每1000升水加半升，连续三天',
    },
  },
  {
    key: 'power',
    category: 'equipment',
    severity: 'critical',
    ...STATEMENT,
    texts: {
      he: 'הפסקת חשמל, הגנרטור לא נדלק',
      en: 'Power cut, the generator did not start',
      th: 'ไฟดับ เครื่องปั่นไฟไม่ติด',
      es: 'Se cortó la luz y el generador no arrancó',
      zh: '停电了，发电机没启动',
    },
  },
  {
    key: 'litter',
    category: 'climate',
    severity: 'warning',
    ...STATEMENT,
    farms: 'broiler',
    texts: {
      he: 'הריפוד רטוב ויש ריח חזק של אמוניה בלול {barn}',
      en: 'Litter is wet, strong ammonia smell in barn {barn}',
      th: 'แกลบเปียกและกลิ่นแอมโมเนียแรงในเล้า {barn}',
      es: 'La cama está mojada y hay fuerte olor a amoníaco en el galpón {barn}',
      zh: '{barn}号鸡舍垫料潮湿，氨味很重',
    },
  },
  {
    key: 'vaccinated',
    category: 'health',
    severity: 'info',
    ...STATEMENT,
    texts: {
      he: 'סיימנו חיסון ניוקאסל במים בלול {barn}',
      en: 'Finished the Newcastle vaccination in water, barn {barn}',
      th: 'ให้วัคซีนนิวคาสเซิลทางน้ำเล้า {barn} เสร็จแล้ว',
      es: 'Terminamos la vacuna de Newcastle en agua, galpón {barn}',
      zh: '{barn}号鸡舍新城疫饮水免疫做完了',
    },
  },
  {
    key: 'weighed',
    category: 'weight',
    severity: 'info',
    ...STATEMENT,
    when: 'weighing',
    texts: {
      he: 'שקלנו 100 עופות, ממוצע {kg} ק"ג',
      en: 'Weighed 100 birds, average {kg} kg',
      th: 'ชั่งไก่ 100 ตัว เฉลี่ย {kg} กก.',
      es: 'Pesamos 100 aves, promedio {kg} kg',
      zh: '称了100只鸡，平均{kg}公斤',
    },
  },
  {
    key: 'catching',
    ...QUESTION,
    farms: 'broiler',
    texts: {
      he: 'מתי מגיעים לתפוס את העופות?',
      en: 'When does the catching crew come?',
      th: 'ทีมจับไก่มากี่โมง',
      es: '¿A qué hora viene la cuadrilla a cargar las aves?',
      zh: '抓鸡队什么时候来？',
    },
    replies: {
      he: 'הלילה בשתיים, להוריד אוכל בשש בערב',
      en: 'Tonight at two; take the feed off at six in the evening',
      th: 'คืนนี้ตีสอง งดอาหารตั้งแต่หกโมงเย็น',
      es: 'Esta noche a las dos; retirar el alimento a las seis de la tarde',
      zh: '今晚两点，下午六点停料',
    },
  },
  {
    key: 'cough',
    category: 'health',
    severity: 'warning',
    ...STATEMENT,
    texts: {
      he: 'שומעים שיעולים וחרחורים בלילה בלול {barn}',
      en: 'Coughing and snoring heard at night in barn {barn}',
      th: 'กลางคืนได้ยินเสียงไอและหายใจดังในเล้า {barn}',
      es: 'Se oye tos y ronquidos de noche en el galpón {barn}',
      zh: '{barn}号鸡舍夜里听到咳嗽和呼噜声',
    },
  },
  {
    key: 'broken_eggs',
    category: 'eggs',
    severity: 'warning',
    ...STATEMENT,
    farms: 'layer',
    texts: {
      he: 'הרבה ביצים שבורות היום, המסוע תקוע',
      en: 'Many broken eggs today, the belt is stuck',
      th: 'วันนี้ไข่แตกเยอะ สายพานติด',
      es: 'Hoy muchos huevos rotos, la cinta está trabada',
      zh: '今天破蛋很多，传送带卡住了',
    },
  },
] as const satisfies readonly WorkerReport[];

export type WorkerReportKey = (typeof workerReports)[number]['key'];
