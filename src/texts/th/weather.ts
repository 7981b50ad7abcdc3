import type { weather as english } from '../en/weather.ts';

export const weather = {
  'weather.no_coordinates': 'ฟาร์มยังไม่มีพิกัด จึงขอพยากรณ์อากาศไม่ได้',
  'weather.no_weather_source': 'ฟาร์มยังไม่ได้เชื่อมต่อบริการพยากรณ์อากาศ',
  'weather.weather_source_off': 'การเชื่อมต่อบริการพยากรณ์อากาศถูกปิดไว้',
  'weather.weather_source_failing':
    '{hasError, select, yes {{source} ใช้งานไม่ได้: {error}} other {{source} ใช้งานไม่ได้}}',
  'weather.no_forecast': 'ยังไม่มีพยากรณ์อากาศ',
  'weather.short_forecast': 'พยากรณ์อากาศมีล่วงหน้าเพียง {hours}',
  'weather.heat_warning': 'อากาศร้อนตั้งแต่ {from} ถึง {until} ไก่รู้สึกร้อนถึง {thi} (ภายนอก)',
  'weather.heat_critical': 'อากาศร้อนอันตรายตั้งแต่ {from} ถึง {until} ไก่รู้สึกร้อนถึง {thi} (ภายนอก)',
  'weather.cold': 'อากาศเย็นตั้งแต่ {from} ถึง {until} ต่ำสุด {temp} ขณะที่มีลูกไก่ในโรงเรือน',
  'weather.task.heat_warning': 'ตรวจพัดลม แผ่นทำความเย็น และน้ำก่อนอากาศร้อน',
  'weather.task.heat_critical': 'เตรียมรับอากาศร้อนอันตราย: ระบบทำความเย็น น้ำ งดจับไก่และงดอาหารช่วงเที่ยง',
  'weather.task.cold': 'ตรวจเครื่องกกและแก๊ส ปิดช่องลมก่อนอากาศเย็น',
} satisfies Record<keyof typeof english, string>;
