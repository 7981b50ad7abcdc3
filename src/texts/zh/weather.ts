import type { weather as english } from '../en/weather.ts';

export const weather = {
  'weather.no_coordinates': '农场没有坐标，无法获取天气预报。',
  'weather.no_weather_source': '农场没有连接天气服务。',
  'weather.weather_source_off': '与天气服务的连接已关闭。',
  'weather.weather_source_failing':
    '{hasError, select, yes {{source}无法工作：{error}} other {{source}无法工作。}}',
  'weather.no_forecast': '还没有天气预报。',
  'weather.short_forecast': '天气预报只到{hours}之后。',
  'weather.heat_warning': '{from}至{until}炎热：室外禽只体感最高{thi}。',
  'weather.heat_critical': '{from}至{until}高温危险：室外禽只体感最高{thi}。',
  'weather.cold': '{from}至{until}寒冷，最低{temp}，舍内有雏禽。',
  'weather.task.heat_warning': '高温来临前检查风机、湿帘和饮水',
  'weather.task.heat_critical': '防范危险高温：降温、饮水，中午不惊扰、不喂料',
  'weather.task.cold': '寒冷来临前检查加热设备和燃气，堵好缝隙',
} satisfies Record<keyof typeof english, string>;
