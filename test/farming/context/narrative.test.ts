import { expect, test } from 'vitest';
import { contextOf, narrativeOf } from '../../../src/farming/context/build-context.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aSmallFarm } from '../../support/a-small-farm.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { ago } from '../../support/a-tidy-farm.ts';
import { rendered } from '../../support/rendered.ts';

const HOUR = 3_600_000;

function narrativeText(snapshot: FarmSnapshot, language: Language = 'en'): Promise<string[]> {
  return rendered(language, narrativeOf(contextOf(snapshot, { depth: 'summary' })));
}

test.each<[Language, readonly string[]]>([
  [
    'en',
    [
      'Emek Hefer: 3 barns, 2 flocks, at most 29,827 birds.',
      'Barn 1: flock B1-2611, Ross 308, 20 days old, at most 19,853 birds, at least 145 have died (0.73%, 8 of 19 days not logged), 880 g on Nov 20, 2026, 2.33% above the standard, last log of Nov 20, 2026, 28.9°C, 58% humidity, temperature out of range.',
      'Barn 2: flock B2-2610, 40 days old, at most 9,974 birds, at least 26 have died (0.16%, 37 of 39 days not logged), 2,600 g on Nov 17, 2026, last log of Nov 18, 2026.',
      'Barn 3: being cleaned.',
      '2 open alerts, 1 critical; the worst: Barn 1 is 4 °C above target.',
      '1 question waits for an answer.',
      '3 open tasks: 1 overdue, 1 due today.',
      '1 expired medicine in the store: Vitamin C.',
      '1 medicine is running low: ND LaSota.',
      '1 device or connection is down: Barn 1 east.',
      'Recorded in the last 90 days: ₪117,000 from sales, ₪32,900 for feed, ₪94,860.50 for everything else, -₪10,760.50 net.',
    ],
  ],
  [
    'he',
    [
      'Emek Hefer: 3 לולים, שתי להקות, לכל היותר 29,827 עופות.',
      'Barn 1: להקה B1-2611, Ross 308, גיל 20 ימים, לכל היותר 19,853 עופות, מתו לפחות 145 עופות (0.73%, 8 מתוך 19 ימים לא נרשמו), 880 גרם ב-20 בנוב׳ 2026, 2.33% מעל התקן, רישום אחרון ב-20 בנוב׳ 2026, 28.9°C, לחות 58%, טמפרטורה חורגת.',
      'Barn 2: להקה B2-2610, גיל 40 ימים, לכל היותר 9,974 עופות, מתו לפחות 26 עופות (0.16%, 37 מתוך 39 ימים לא נרשמו), 2,600 גרם ב-17 בנוב׳ 2026, רישום אחרון ב-18 בנוב׳ 2026.',
      'Barn 3: ריק, בניקוי.',
      'שתי התראות פתוחות, אחת קריטית; החמורה ביותר: Barn 1 is 4 °C above target.',
      'שאלה אחת ממתינה לתשובה.',
      '3 משימות פתוחות: אחת באיחור, אחת להיום.',
      'תכשיר אחד שפג תוקפו במלאי: Vitamin C.',
      'מלאי נמוך של תכשיר אחד: ND LaSota.',
      'מכשיר או חיבור אחד לא פועל: Barn 1 east.',
      'נרשם ב-90 הימים האחרונים: 117,000 ₪ ממכירות, 32,900 ₪ על תערובת, 94,860.50 ₪ על כל השאר, יתרה -10,760.50 ₪.',
    ],
  ],
  [
    'th',
    [
      'Emek Hefer: 3 โรงเรือน 2 ฝูง ไม่เกิน 29,827 ตัว',
      'Barn 1: ฝูง B1-2611 พันธุ์ Ross 308 อายุ 20 วัน เหลือไม่เกิน 19,853 ตัว ตายสะสมอย่างน้อย 145 ตัว (0.73% ไม่ได้บันทึก 8 จาก 19 วัน) น้ำหนัก 880 กรัม วันที่ 20 พ.ย. 2026 สูงกว่ามาตรฐาน 2.33% บันทึกล่าสุด 20 พ.ย. 2026 อุณหภูมิ 28.9°C ความชื้น 58% อุณหภูมิผิดปกติ',
      'Barn 2: ฝูง B2-2610 อายุ 40 วัน เหลือไม่เกิน 9,974 ตัว ตายสะสมอย่างน้อย 26 ตัว (0.16% ไม่ได้บันทึก 37 จาก 39 วัน) น้ำหนัก 2,600 กรัม วันที่ 17 พ.ย. 2026 บันทึกล่าสุด 18 พ.ย. 2026',
      'Barn 3: ว่าง กำลังล้างทำความสะอาด',
      'การแจ้งเตือนค้างอยู่ 2 รายการ วิกฤต 1 รายการ ร้ายแรงที่สุด: Barn 1 is 4 °C above target',
      'มี 1 คำถาม รอคำตอบ',
      'งานค้าง 3 งาน เกินกำหนด 1 งาน ครบกำหนดวันนี้ 1 งาน',
      'ยาหมดอายุในคลัง 1 รายการ: Vitamin C',
      'ยาเหลือน้อย 1 รายการ: ND LaSota',
      'อุปกรณ์หรือการเชื่อมต่อใช้งานไม่ได้ 1 รายการ: Barn 1 east',
      'บันทึกไว้ใน 90 วันที่ผ่านมา: ขายได้ ₪117,000 ค่าอาหาร ₪32,900 ค่าใช้จ่ายอื่น ₪94,860.50 สุทธิ -₪10,760.50',
    ],
  ],
  [
    'es',
    [
      'Emek Hefer: 3 galpones, 2 lotes, como máximo 29.827 aves.',
      'Barn 1: lote B1-2611, Ross 308, 20 días de edad, como máximo 19.853 aves, al menos 145 muertas (0,73 %, sin registro 8 de 19 días), 880 g el 20 nov 2026, 2,33 % sobre el estándar, último registro del 20 nov 2026, 28,9 °C, humedad 58 %, temperatura fuera de rango.',
      'Barn 2: lote B2-2610, 40 días de edad, como máximo 9974 aves, al menos 26 muertas (0,16 %, sin registro 37 de 39 días), 2600 g el 17 nov 2026, último registro del 18 nov 2026.',
      'Barn 3: vacío, en limpieza.',
      '2 alertas abiertas, 1 crítica; la peor: Barn 1 is 4 °C above target.',
      '1 pregunta espera respuesta.',
      '3 tareas abiertas: 1 atrasada, 1 para hoy.',
      '1 medicamento vencido en la bodega: Vitamin C.',
      'Queda poco de 1 medicamento: ND LaSota.',
      '1 dispositivo o conexión sin funcionar: Barn 1 east.',
      'Registrado en los últimos 90 días: 117.000 ILS de ventas, 32.900 ILS de alimento, 94.860,50 ILS de todo lo demás, -10.760,50 ILS de saldo.',
    ],
  ],
  [
    'zh',
    [
      'Emek Hefer：3栋鸡舍，2个批次，最多29,827只。',
      'Barn 1：批次B1-2611，Ross 308，20日龄，存栏最多19,853只，累计死亡至少145只（0.73%，19天中有8天未记录），2026年11月20日体重880克，高于标准2.33%，最近日报2026年11月20日，28.9°C，湿度58%，温度超出范围。',
      'Barn 2：批次B2-2610，40日龄，存栏最多9,974只，累计死亡至少26只（0.16%，39天中有37天未记录），2026年11月17日体重2,600克，最近日报2026年11月18日。',
      'Barn 3：空舍，正在清洗。',
      '2条未处理警报，其中1条严重；最严重：Barn 1 is 4 °C above target。',
      '1个问题在等答复。',
      '3项未完成任务：1项逾期，1项今天到期。',
      '药房有1种过期药品：Vitamin C。',
      '1种药品库存不足：ND LaSota。',
      '1个设备或连接无法工作：Barn 1 east。',
      '最近90天的记录：销售₪117,000，饲料₪32,900，其他支出₪94,860.50，结余-₪10,760.50。',
    ],
  ],
])('in %s the narrative of the farm is', async (language, lines) => {
  expect(await narrativeText(aSmallFarm(), language)).toEqual(lines);
});

test('an empty farm has a narrative of three lines', async () => {
  expect(await narrativeText(aSnapshot())).toEqual([
    'Emek Hefer: no barns, no birds inside.',
    'No alert is open.',
    'No income or cost is recorded.',
  ]);
});

test('unknown values are omitted, and old readings are shown with their age', async () => {
  const flock = aFlock({ code: null, breed: null, chicksOrdered: null, chicksReceived: null });
  const newestReadings = [row('env-readings', { barnId: 'barn_1', ts: ago(50 * HOUR), temp: 25 })];
  const [farm, barn] = await narrativeText(
    aSnapshot({ barns: [aBarn()], liveFlocks: [flock], newestReadings }),
  );
  expect(farm).toBe(
    'Emek Hefer: 1 barn, 1 flock; the number of live birds is not known for every flock.',
  );
  expect(barn).toBe(
    'Barn 1: one flock, 20 days old, not weighed yet, no log yet, 25°C, measured 2 days ago.',
  );
});

test('two flocks in one barn share one sentence', async () => {
  const liveFlocks = [aFlock(), aFlock({ id: 'flock_2', code: 'B1-2612', breed: 'Cobb 500' })];
  const liveLogs = [
    aLog('2026-11-21', { mortality: 2, avgWeightGr: 900 }),
    aLog('2026-11-21', { id: 'log_2', flockId: 'flock_2', mortality: 1 }),
  ];
  const lines = await narrativeText(aSnapshot({ barns: [aBarn()], liveFlocks, liveLogs }));
  expect(lines[1]).toBe(
    'Barn 1: flock B1-2611, Ross 308, 20 days old, at most 19,998 birds, at least 2 have died (0.01%, 19 of 20 days not logged), 900 g on Nov 21, 2026, 3.74% below the standard; flock B1-2612, Cobb 500, 20 days old, at most 19,999 birds, at least 1 has died (0.01%, 19 of 20 days not logged), not weighed yet.',
  );
});

test('a farm of a hundred barns has a narrative of sixty lines', async () => {
  const barns = Array.from({ length: 100 }, (_, index) =>
    aBarn({ id: `barn_${index}`, name: `Barn ${index}` }),
  );
  const lines = await narrativeText(aSnapshot({ barns }));
  expect(lines).toHaveLength(60);
  expect(lines.slice(56)).toEqual([
    'Barn 55: no birds inside.',
    '44 more barns.',
    'No alert is open.',
    'No income or cost is recorded.',
  ]);
});

test('an unregistered camera is reported', async () => {
  const unregisteredCameras = [
    {
      source: 'x',
      firstSeen: ago(HOUR),
      lastSeen: ago(1),
      events: 3,
      kinds: ['count'],
      barnId: null,
    },
  ];
  expect(await narrativeText(aSnapshot({ unregisteredCameras }))).toContain(
    '1 camera sends without being registered.',
  );
});

test('overdue feed orders are reported', async () => {
  const order = row('feed-orders', {
    ...{ id: 'order_1', flockId: 'flock_1', quantityKg: 8000 },
    ...{ status: 'ordered', dueDate: '2026-11-18' },
  });
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], feedOrders: [order] });
  const { feedOrdersLate } = contextOf(snapshot, { depth: 'summary' });
  expect(feedOrdersLate).toMatchObject([{ id: 'order_1', flock: 'B1-2611', daysLate: 3 }]);
  expect(await narrativeText(snapshot)).toContain(
    'A feed order of 8,000 kg was due on Nov 18, 2026, no delivery is recorded.',
  );
});
