import type { demo as english } from '../en/demo.ts';

export const demo: Record<keyof typeof english, string> = {
  'demo.begin': 'ฟาร์มจำลองที่ทำงานจากหน่วยความจำของโปรแกรมนี้ หนึ่งเช้าในฟาร์ม:',
  'demo.digest': 'สรุปเช้าของฟาร์มหนึ่ง',
  'demo.gaps': 'สิ่งที่ขาด หากไม่ใส่ --fields จะแสดงคำสั่งที่ใช้แก้แต่ละข้อ',
  'demo.flocks': 'ฝูงไก่ เทียบกับมาตรฐานสายพันธุ์',
  'demo.logs': 'วันล่าสุดของฝูงหนึ่ง',
  'demo.write': 'ลงบันทึกประจำวัน',
  'demo.act': 'สร้างงาน',
  'demo.task': 'ชั่งไก่ 100 ตัว',
  'demo.undo': 'ยกเลิกงานนั้น',
  'demo.ask': 'ถาม',
  'demo.question': 'วันนี้ไก่ตายกี่ตัว',
  'demo.askOther': 'ถามในภาษาอื่น',
  'demo.end': 'จบการสาธิต ไม่มีอะไรค้างอยู่ในเครื่อง ลองต่อได้ด้วย:',
  'demo.serve': 'ฟาร์มเดียวกัน ใช้ได้นานเท่าที่ต้องการ',
  'demo.init': 'ฐานข้อมูลของคุณเองบนเครื่องนี้',
  'demo.gapsHint': 'สิ่งที่ขาด พร้อมคำสั่งที่ใช้แก้',
  'demo.formats': 'json, csv และรูปแบบอื่นสำหรับสคริปต์',
};
