import type { vision as english } from '../en/vision.ts';

export const vision = {
  'vision.count.fewer.title': '{barn}: กล้องนับไก่ได้น้อยกว่าบันทึก {gap}',
  'vision.count.more.title': '{barn}: กล้องนับไก่ได้มากกว่าบันทึก {gap}',
  'vision.count.fits.title': '{barn}: จำนวนจากกล้องตรงกับบันทึก',
  'vision.count.fewer.whole':
    'กล้อง {camera} นับได้ {counted} ในบันทึกมี {logged}: ขาดไป {difference} (−{gap}) ตรวจดูว่ามีไก่ตายหรือขายที่ยังไม่ได้จดหรือไม่ และกล้องมองเห็นครบหรือไม่',
  'vision.count.more.whole':
    'กล้อง {camera} นับได้ {counted} ในบันทึกมี {logged}: เกินมา {difference} (+{gap}) ตรวจจำนวนที่ลงเลี้ยง และจำนวนตายหรือขายที่จดไว้',
  'vision.count.fits.whole': 'กล้อง {camera} นับได้ {counted} ในบันทึกมี {logged}: ต่างกัน {gap}',
  'vision.count.fewer.part':
    'กล้อง {camera} เห็นเพียงบางส่วนของโรงเรือน คิดเป็นทั้งโรงเรือน {counted} ในบันทึกมี {logged}: ขาดไป {difference} (−{gap})',
  'vision.count.more.part':
    'กล้อง {camera} เห็นเพียงบางส่วนของโรงเรือน คิดเป็นทั้งโรงเรือน {counted} ในบันทึกมี {logged}: เกินมา {difference} (+{gap})',
  'vision.count.fits.part':
    'กล้อง {camera} เห็นเพียงบางส่วนของโรงเรือน คิดเป็นทั้งโรงเรือน {counted} ในบันทึกมี {logged}: ต่างกัน {gap}',
  'vision.panting.title': '{barn}: ไก่หอบ',
  'vision.panting.fits.title': '{barn}: ไก่หายหอบแล้ว',
  'vision.panting.message':
    'กล้อง {camera} เห็นไก่อ้าปากหอบ ระดับ {value} ไก่ร้อนเกินไป ตรวจพัดลม ระบบทำความเย็น และน้ำ',
  'vision.panting.fits': 'กล้อง {camera} ไม่เห็นไก่หอบที่น่ากังวล ระดับ {value}',
  'vision.clustering.title': '{barn}: ไก่สุมกัน',
  'vision.clustering.fits.title': '{barn}: ไก่ไม่สุมกันแล้ว',
  'vision.clustering.message':
    'กล้อง {camera} เห็นไก่เบียดสุมกัน ระดับ {value} ตรวจเครื่องกก ลมโกรก แสง และดูว่ามีอะไรทำให้ไก่ตกใจหรือไม่',
  'vision.clustering.fits': 'กล้อง {camera} ไม่เห็นไก่สุมกันที่น่ากังวล ระดับ {value}',
  'vision.poor_spread.title': '{barn}: ไก่กระจายตัวไม่สม่ำเสมอ',
  'vision.poor_spread.fits.title': '{barn}: ไก่กระจายตัวสม่ำเสมอแล้ว',
  'vision.poor_spread.message':
    'กล้อง {camera} เห็นไก่เลี่ยงบางส่วนของโรงเรือน ระดับ {value} ตรวจอากาศ วัสดุรองพื้น แสง ที่ให้น้ำและที่ให้อาหารตรงนั้น',
  'vision.poor_spread.fits': 'กล้อง {camera} เห็นไก่กระจายตัวสม่ำเสมอ ระดับ {value}',
  'vision.with_temperature': '{said} ในโรงเรือน {temp} เป้าหมาย {target}',
  'vision.activity.title': '{barn}: ไก่เคลื่อนไหวน้อยกว่าปกติ {drop}',
  'vision.activity.fits.title': '{barn}: ไก่เคลื่อนไหวตามปกติ',
  'vision.activity.message':
    'กล้อง {camera} วัดการเคลื่อนไหวได้ {now} หลายวันที่ผ่านมาปกติอยู่ที่ {usual} ลดลง {drop} ไปดูไก่ น้ำ และอาหาร',
  'vision.activity.less': 'กล้อง {camera} วัดการเคลื่อนไหวได้ {now} ปกติอยู่ที่ {usual} (−{drop})',
  'vision.activity.rise': 'กล้อง {camera} วัดการเคลื่อนไหวได้ {now} ปกติอยู่ที่ {usual} (+{drop})',
  'vision.deaths.title': '{barn}: จำนวนไก่ตายวันที่ {day} จากกล้องกับบันทึกไม่ตรงกัน',
  'vision.deaths.fits.title': '{barn}: จำนวนไก่ตายวันที่ {day} ตรงกัน',
  'vision.deaths.fewer':
    'บันทึกวันที่ {day} มีไก่ตาย {logged} กล้องเห็น {seen}: น้อยกว่า {difference} ตรวจบันทึกและมุมมองของกล้อง',
  'vision.deaths.more':
    'กล้องเห็นไก่ตาย {seen} ในวันที่ {day} ในบันทึกมี {logged}: มากกว่า {difference} ตรวจว่าเก็บและจดไก่ตายครบหรือไม่',
  'vision.deaths.no_log': 'กล้องเห็นไก่ตาย {seen} ในวันที่ {day} แต่บันทึกของวันนั้นไม่ได้จดจำนวนตาย กรุณาจดบันทึก',
  'vision.deaths.fits': 'กล้องเห็นไก่ตาย {seen} ในวันที่ {day} ในบันทึกมี {logged}',
} satisfies Record<keyof typeof english, string>;
