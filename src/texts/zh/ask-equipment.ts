import type { askEquipment as english } from '../en/ask-equipment.ts';

export const askEquipment = {
  'ask.barns': '{count, plural, =0 {没有鸡舍。} other {#栋鸡舍。}}',
  'ask.barn':
    '{name}：{state, select, occupied {有鸡} other {空舍}}{hasRoom, select, yes {，可容{room}} other {}}。',
  'ask.flocks': '{count, plural, =0 {舍内没有鸡群。} other {舍内有#批鸡。}}',
  'ask.flock': '{name}（{barn}）：日龄{age}，{birds}。',
  'ask.capacity': '{place}：可容{value}。',
  'ask.noCapacity': '没有记录{place}可容多少只。',
  'ask.nextPlacement':
    '{place}：{isPlanned, select, yes {下一批{day}进场} other {{day}起可进新批}}{hasBirds, select, yes {，最多{birds}} other {}}。',
  'ask.noPlacement': '还不知道{place}何时进下一批。',
  'ask.barnFigure':
    '{place}：{by, select, henDayPct {产蛋率{value}} other {欧洲效益指数（EPEF）{value}}}。',
  'ask.devicesDown':
    '{count, plural, =0 {{kind, select, camera {没有摄像头离线} other {没有设备离线}}} other {{kind, select, camera {有{count, number}个摄像头离线} other {有{count, number}台设备离线}}}}（共{all, number}台）。',
  'ask.deviceDown':
    '{name}{hasPlace, select, yes {（{place}）} other {}}：{status, select, fault {有故障} other {已离线}}{wasSeen, select, yes {，最后在线{ago}前} other {}}。',
  'ask.cameraCount':
    '{place}：摄像头数到{counted}，记录为{logged}{side, select, above {（多{off}）} below {（少{off}）} other {}}。',
  'ask.cameraCountOnly': '{place}：摄像头数到{counted}，应有多少未知。',
  'ask.noCameraCount': '最近三天没有摄像头清点{place}的鸡。',
} satisfies Record<keyof typeof english, string>;
