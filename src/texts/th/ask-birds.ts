import type { askBirds as english } from '../en/ask-birds.ts';

export const askBirds = {
  'ask.mortality.sum':
    '{place}: {when} ตาย {count, plural, other {# ตัว}}{hasPct, select, yes { ({pct})} other {}}',
  'ask.culls.sum':
    '{place}: {when} คัดทิ้ง {count, plural, other {# ตัว}}{hasPct, select, yes { ({pct})} other {}}',
  'ask.eggs.sum': '{place}: {when} ได้ไข่ {value}',
  'ask.cumulativeMortality':
    '{place}: ตายสะสม {count, plural, other {# ตัว}}{hasPct, select, yes { ({pct})} other {}}',
  'ask.cumulativeMortalityTotal': '{place}: ตายสะสม {value}',
  'ask.mortalitySpike':
    '{level, select, critical {ใช่ และวิกฤต} warning {ใช่ มากกว่าปกติ} other {ไม่ ไม่มีอะไรผิดปกติ}} {place}: {when} ตาย {count, plural, other {# ตัว}}{hasPct, select, yes { ({pct})} other {}}{hasRatio, select, yes { เป็น {ratio, number} เท่าของปกติ} other {}}',
  'ask.mortalityAgainstAverage':
    '{place}: {when} ตาย {count, plural, other {# ตัว}} {side, select, above {มากกว่า} below {น้อยกว่า} other {เท่ากับ}}ค่าเฉลี่ยสัปดาห์ก่อน (วันละ {average})',
  'ask.livability': '{place}: อัตรารอด {pct}',
  'ask.liveBirds': '{place}: มีไก่อยู่ {count, plural, other {# ตัว}}',
  'ask.age':
    '{place}: {isLive, select, yes {ไก่อายุ {days}} other {ไก่อายุ {days}ตอนจบ}} ลงเลี้ยงวันที่ {day}',
  'ask.noEnd': 'ไม่มีข้อมูลอายุไก่ตอนจบของ {place}',
  'ask.weight':
    '{place}: ไก่หนักเฉลี่ย {weight} ({source, select, smart {จากกล้อง {day}} uncalibrated {จากกล้องที่ยังไม่ได้เทียบกับตาชั่ง {day} ยังเชื่อไม่ได้} other {ชั่งวันที่ {day}}}){side, select, above { สูงกว่ามาตรฐาน {off}} below { ต่ำกว่ามาตรฐาน {off}} on { ตรงมาตรฐาน} other {}}',
  'ask.weightDeviation':
    '{place}: {side, select, above {สูงกว่ามาตรฐาน {off}} below {ต่ำกว่ามาตรฐาน {off}} other {ตรงมาตรฐาน ({off})}}: {weight} เทียบกับ {standard} วันที่ {day}',
  'ask.dailyGain':
    '{place}: ไก่โต {gain}{hasStandard, select, yes { (มาตรฐาน {standard})} other {}}',
  'ask.noGain': 'ต้องชั่งสองครั้งห่างกันราวหนึ่งสัปดาห์จึงจะรู้การโตของไก่ใน {place}',
  'ask.uniformity': '{place}: ไก่ {pct} อยู่ใน ±{within} ของค่าเฉลี่ย (CV {cv} ชั่ง {birds})',
  'ask.noWeighSample': 'สองวันที่ผ่านมาไม่มีกล้องชั่งไก่รายตัวใน {place} จึงไม่รู้ความสม่ำเสมอ',
  'ask.lastWeighing':
    '{place}: ชั่งล่าสุดวันที่ {day}{count, plural, =0 { (วันนี้)} other { เมื่อ {ago}ก่อน}}: {weight}',
  'ask.neverWeighed': 'ไก่ใน {place} ยังไม่เคยชั่งด้วยมือ',
  'ask.density':
    '{place}: ความหนาแน่น {density}{side, select, above { เกินเกณฑ์ {limit}} below { ไม่เกินเกณฑ์ {limit}} other {}}',
  'ask.eggBreakage': '{place}: {when} ไข่แตก {value} ({part} จาก {whole})',
  'ask.layingRate': '{place}: {when} อัตราไข่ {value} ({part} จาก {whole})',
  'ask.healthScore': '{place}: สุขภาพ {score, number} คะแนน เกรด {grade}',
  'ask.efficiency': '{place}: ดัชนีการผลิต (EPEF) {index, number} ที่อายุ {days}',
  'ask.treatment':
    '{kind, select, vaccination {วัคซีน} antibiotic {ยาปฏิชีวนะ} anticoccidial {ยากันบิด} antiparasitic {ยาถ่ายพยาธิ} vitamin {วิตามิน} electrolyte {เกลือแร่} probiotic {โปรไบโอติก} acidifier {กรดเสริม} diagnosis {การวินิจฉัย} lab_test {การตรวจแล็บ} vet_visit {สัตวแพทย์มาตรวจ} other {การรักษา}}',
  'ask.lastTreatment':
    '{place}: การรักษาล่าสุด {kind}{hasProduct, select, yes { ({product})} other {}} วันที่ {day}{hasUntil, select, yes { หยุดยาถึง {until}} other {}}',
  'ask.noTreatment': 'ไม่มีบันทึกการรักษาใน {place}',
  'ask.withdrawal.none': '{place}: ไม่มีระยะหยุดยา',
  'ask.withdrawal.until':
    '{place}: ห้ามเชือดก่อน {until}{hasProduct, select, yes { ({product})} other {}}',
  'ask.noWithdrawalDays': 'ไม่ได้บันทึกระยะหยุดยาปฏิชีวนะใน {place} ({product})',
  'ask.marketDate':
    '{place}: ขายวันที่ {day} อายุ {days}{hasWeight, select, yes { ตัวละราว {weight}} other {}} ({basis, select, planned_date {ตามแผน} target_weight {ตามน้ำหนักเป้าหมาย} other {ตามอายุปกติ}})',
  'ask.noMarketDate': 'ยังไม่ได้กำหนดวันขายของ {place}',
  'ask.sold': 'ไก่ของ {place} ออกไปแล้ว',
  'ask.compareFlocks':
    '{place}: อายุ {age} มี {birds} ตาย {mortality} หนัก {weight} (เทียบมาตรฐาน {off}) FCR {conversion}',
} satisfies Record<keyof typeof english, string>;
