import type { alertRules as english } from '../en/alert-rules.ts';

export const alertRules = {
  'alert.mortality_spike.title':
    '{barn}: ไก่ตาย {deaths} วันที่ {day}{isFar, select, yes { มากกว่าปกติมาก} other {}}',
  'alert.mortality_spike.mean':
    'วันที่ {day} ตาย {deaths} คิดเป็น {pct} ของฝูง สัปดาห์ก่อนเฉลี่ยวันละ {mean} ให้ดูไก่ น้ำ และอากาศ แล้วโทรหาสัตวแพทย์',
  'alert.mortality_spike.share':
    'วันที่ {day} ตาย {deaths} คิดเป็น {pct} ของฝูง ให้ดูไก่ น้ำ และอากาศ แล้วโทรหาสัตวแพทย์',
  'alert.mortality_spike.fits': 'วันที่ {day} ตาย {deaths} ถือว่าปกติ',
  'alert.weight_below_standard.title': '{barn}: ไก่น้ำหนักต่ำกว่ามาตรฐาน {below}',
  'alert.weight_below_standard.message':
    'วันที่ {day} หนัก {weight} มาตรฐานพันธุ์ที่อายุนี้ {standard} ให้ตรวจอาหาร น้ำ อุณหภูมิ และสุขภาพ',
  'alert.weight_below_standard.uncalibrated':
    'กล้องที่ยังไม่ได้เทียบกับตาชั่งวัดได้ {weight} วันที่ {day} มาตรฐานพันธุ์ที่อายุนี้ {standard} น้ำหนักนี้ยังเชื่อไม่ได้ ให้สุ่มชั่งไก่แล้วบันทึก',
  'alert.weight_below_standard.fits': 'วันที่ {day} หนัก {weight} มาตรฐานพันธุ์ {standard}',
  'alert.weight_below_standard.moult': 'ฝูงกำลังผลัดขน น้ำหนักลดเป็นเรื่องปกติ',
  'alert.water_drop.title': '{barn}: ไก่กินน้ำน้อยกว่าที่ควร {drop}',
  'alert.water_drop.two_days':
    'วันที่ {day} กินน้ำ {water} น้อยกว่าที่ควร {drop} วันก่อนหน้าน้อยกว่า {before} ให้ตรวจแรงดัน กรอง นิปเปิล และรอยรั่ว แล้วดูไก่',
  'alert.water_drop.one_day':
    'วันที่ {day} กินน้ำ {water} น้อยกว่าที่ควร {drop} ให้ตรวจแรงดัน กรอง นิปเปิล และรอยรั่ว แล้วดูไก่',
  'alert.water_drop.fits': 'วันที่ {day} กินน้ำ {water} ใกล้เคียงกับวันก่อนๆ',
  'alert.water_feed_ratio.title': '{barn}: น้ำกับอาหารไม่สัมพันธ์กัน {ratio}',
  'alert.water_feed_ratio.low':
    'วันที่ {day} น้ำ {water} อาหาร {feed} ปรับตามความร้อนแล้ว {ratio} วันก่อน {before} ต่ำกว่า {low} คือน้ำน้อยไป ให้ตรวจท่อน้ำและมิเตอร์',
  'alert.water_feed_ratio.high':
    'วันที่ {day} น้ำ {water} อาหาร {feed} ปรับตามความร้อนแล้ว {ratio} วันก่อน {before} เกิน {high} คือมากไป ให้หารอยรั่ว แกลบเปียก และอาการท้องเสีย',
  'alert.water_feed_ratio.fits':
    'วันที่ {day} น้ำ {water} อาหาร {feed} ปรับตามความร้อนแล้ว {ratio} อยู่ระหว่าง {low} ถึง {high}',
  'alert.feed_out.title': '{barn}: อาหารเหลือ {days}',
  'alert.feed_out.message': 'ในไซโลเหลือ {stock} พอสำหรับ {days} ให้สั่งอาหารหรือถามว่ารถส่งถึงไหน',
  'alert.feed_out.fits': 'ในไซโลมี {stock} พอสำหรับ {days}',
  'alert.temp_high.title': '{barn}: ร้อนเกินไป {temp}',
  'alert.temp_high.message':
    '{temp} มา {minutes} เป้าหมายที่อายุ {age} คือ {target} ให้ตรวจพัดลม ระบบทำความเย็น และน้ำ',
  'alert.temp_high.felt':
    '{temp} รวมความชื้นไก่รู้สึกเหมือน {felt} มา {minutes} เป้าหมายที่อายุ {age} คือ {target} ให้ตรวจพัดลม ระบบทำความเย็น และน้ำ',
  'alert.temp_high.fits': '{temp} เป้าหมายที่อายุ {age} คือ {target}',
  'alert.temp_low.title': '{barn}: เย็นเกินไป {temp}',
  'alert.temp_low.message':
    '{temp} มา {minutes} เป้าหมายที่อายุ {age} คือ {target} ให้ตรวจเครื่องกก ม่าน และลมโกรก',
  'alert.temp_low.fits': '{temp} เป้าหมายที่อายุ {age} คือ {target}',
  'alert.co2.title': '{barn}: คาร์บอนไดออกไซด์ {value}',
  'alert.co2.message':
    'คาร์บอนไดออกไซด์ {value} เกิน {limit} มา {minutes} ให้เพิ่มการระบายอากาศและตรวจเครื่องกก',
  'alert.co2.fits': 'คาร์บอนไดออกไซด์ {value} ขีดจำกัด {limit}',
  'alert.nh3.title': '{barn}: แอมโมเนีย {value}',
  'alert.nh3.message': 'แอมโมเนีย {value} เกิน {limit} มา {minutes} ให้เพิ่มการระบายอากาศ ดูแกลบและที่ให้น้ำ',
  'alert.nh3.fits': 'แอมโมเนีย {value} ขีดจำกัด {limit}',
  'alert.rh.title': '{barn}: ความชื้น {value}',
  'alert.rh.message':
    'ความชื้น {value} เกิน {limit} มา {minutes} ให้ระบายอากาศเพิ่ม ดูแกลบ แผ่นทำความเย็น และรอยรั่ว',
  'alert.rh.low':
    'ความชื้น {value} ต่ำกว่า {limit} มา {minutes} อากาศแห้งเกินไป ระวังฝุ่นและทางเดินหายใจของลูกไก่',
  'alert.rh.fits': 'ความชื้น {value} กลับมาปกติแล้ว',
  'alert.sensor_stale.title': '{barn}: เซ็นเซอร์ไม่ส่งข้อมูลมา {ago}',
  'alert.sensor_stale.message':
    'ค่าล่าสุดมาเมื่อ {at} {ago} แล้ว ยอมได้ไม่เกิน {allowed} ให้ตรวจตู้ควบคุม ไฟ และการเชื่อมต่อ แล้วเข้าไปดูไก่',
  'alert.sensor_stale.fits': 'เซ็นเซอร์ส่งข้อมูลอีกแล้ว ค่าล่าสุดมาเมื่อ {at}',
  'alert.sensors_disagree.title': '{barn}: เซ็นเซอร์อุณหภูมิต่างกัน {spread}',
  'alert.sensors_disagree.message':
    '{coldest} วัดได้ {low} แต่ {warmest} วัดได้ {high} ต่างกันเกิน {limit} แสดงว่ามีตัวหนึ่งวัดผิด ให้เทียบทั้งสองตัวกับเทอร์โมมิเตอร์ที่ระดับตัวไก่ แล้วเปลี่ยนหรือย้ายตัวที่วัดผิด',
  'alert.sensors_disagree.fits': 'เซ็นเซอร์อุณหภูมิต่างกัน {spread} ไม่เกิน {limit} ถือว่าปกติ',
  'alert.egg_drop.title': '{barn}: ไข่ลดลง {drop} จากสัปดาห์ก่อน',
  'alert.egg_drop.two_days':
    'วันที่ {day} ได้ {eggs} สองวันนี้น้อยกว่าค่าเฉลี่ยสัปดาห์ก่อน {drop} ให้ตรวจน้ำ อาหาร แสง และสุขภาพ',
  'alert.egg_drop.one_day':
    'วันที่ {day} ได้ {eggs} น้อยกว่าค่าเฉลี่ยสัปดาห์ก่อน {drop} ให้ตรวจน้ำ อาหาร แสง และสุขภาพ แล้วโทรหาสัตวแพทย์',
  'alert.egg_drop.fits': 'วันที่ {day} ได้ {eggs} เท่ากับสัปดาห์ก่อน',
  'alert.egg_drop.moult': 'ฝูงกำลังผลัดขน ไข่ลดลงเป็นเรื่องปกติ',
  'alert.breakage.title': '{barn}: ไข่แตก {pct}',
  'alert.breakage.two_days':
    'วันที่ {day} แตก {broken} จาก {eggs} คิดเป็น {pct} วันก่อน {before} ให้ตรวจสายพาน รังไข่ และเปลือกไข่',
  'alert.breakage.one_day':
    'วันที่ {day} แตก {broken} จาก {eggs} คิดเป็น {pct} ให้ตรวจสายพาน รังไข่ และเปลือกไข่',
  'alert.breakage.fits': 'วันที่ {day} แตก {broken} จาก {eggs} คิดเป็น {pct}',
  'alert.medicine_expired.title': 'ยาหมดอายุในคลัง: {medicine}',
  'alert.medicine_expired.message': '{medicine} หมดอายุวันที่ {day} ให้เอาออกจากคลังและบันทึกว่าทำลายแล้ว',
  'alert.medicine_expired.used':
    '{medicine} หมดอายุวันที่ {day} และหลังจากนั้นมีการใช้กับไก่ ให้เอาออกจากคลังและโทรหาสัตวแพทย์',
  'alert.medicine_expired.fits': '{medicine}: ในคลังไม่มียาที่หมดอายุแล้ว',
  'alert.density.title': '{barn}: ความหนาแน่น {density}',
  'alert.density.message': 'วันนี้ {birds} หนัก {density} ขีดจำกัด {limit} ให้จับไก่ออกบางส่วนหรือขายเร็วขึ้น',
  'alert.density.uncalibrated':
    'วันนี้ {birds} หนักราว {density} ตามกล้องที่ยังไม่ได้เทียบกับตาชั่ง เกณฑ์คือ {limit} น้ำหนักนี้ยังเชื่อไม่ได้ ให้สุ่มชั่งไก่แล้วบันทึก',
  'alert.density.fits': 'วันนี้ {birds} หนัก {density} ขีดจำกัด {limit}',
  'alert.withdrawal_violation.title': '{barn}: ขายก่อนพ้นระยะหยุดยา',
  'alert.withdrawal_violation.sold':
    'ขายไก่ฝูง {flock} วันที่ {sale} แต่ระยะหยุดยาถึงวันที่ {until} ให้แจ้งโรงเชือดและสัตวแพทย์ทันที',
  'alert.withdrawal_violation.planned':
    'ฝูง {flock} มีกำหนดขายวันที่ {sale} แต่ระยะหยุดยาถึงวันที่ {until} ให้เลื่อนออกไปหรือถามสัตวแพทย์',
  'alert.withdrawal_violation.fits': 'ฝูง {flock} ไม่มีการขายก่อนพ้นระยะหยุดยาวันที่ {until}',
  'alert.ended': 'จบแล้ว',
  'alert.ended.birds': 'ไก่ออกจากเล้าไปแล้ว',
  'alert.ended.medicine': 'ยานี้ไม่อยู่ในคลังแล้ว',
} satisfies Record<keyof typeof english, string>;
