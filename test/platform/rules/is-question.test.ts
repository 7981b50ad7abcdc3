import { describe, expect, test } from 'vitest';
import { isQuestion } from '../../../src/platform/rules/field-report-rules.ts';

describe('a report that is a question', () => {
  test.each([
    ['a mark at the end', 'Fan 3 off?'],
    ['a full-width mark', '风机关？'],
    ['an Arabic mark', 'المروحة لا تعمل؟'],
    ['a mark at the end of a sentence', 'Give them vitamins? Thank you'],
    ['a mark in quotation marks', 'He says "fan 3 off?"'],
    ['an opening mark', '¿Hay agua'],
    ['how many, in Hebrew', 'כמה ויטמין לשים במים היום'],
    ['when, in Hebrew', 'מתי מגיעים לתפוס את העופות'],
    ['what to do, in Hebrew', 'המאוורר תקוע. מה לעשות'],
    ['a Hebrew greeting first', 'בוקר טוב, איך מפעילים את הגנרטור'],
    ['how much, in English', 'How much vitamin do I put in the water today'],
    ['when does, in English', 'when does the catching crew come'],
    ['an inverted sentence', 'Can we open the curtains'],
    ['an English greeting first', 'Hi boss, how much feed do they get'],
    ['how much, in Thai', 'วันนี้ต้องใส่วิตามินในน้ำเท่าไร'],
    ['what hour, in Thai', 'ทีมจับไก่มากี่โมง'],
    ['a particle, in Thai', 'ต้องเปิดพัดลมไหม'],
    ['what hour, in Spanish', 'A qué hora viene la cuadrilla a cargar las aves'],
    ['how much, without its accent', 'Cuanta vitamina pongo en el agua'],
    ['how much, in Chinese', '今天水里要加多少维生素'],
    ['when, in Chinese', '抓鸡队什么时候来'],
    ['a particle, in Chinese', '要开风机吗'],
    ['how much, in Arabic', 'كم فيتامين نضع في الماء اليوم'],
    ['what to do, in Russian', 'Вентилятор стоит. Что делать'],
  ])('%s: %s', (_fact, text) => {
    expect(isQuestion(text)).toBe(true);
  });
});

describe('a report that is a statement', () => {
  test.each([
    ['an address with a mark inside', 'Photo: https://farm.example/p?id=7'],
    ['Hebrew for drinking water', 'מי שתייה נגמרו בלול 2'],
    ['Hebrew for a few', 'כמה מפוחים לא עובדים'],
    ['Hebrew for what happened', 'מה שקרה אתמול נפתר'],
    ['a relative clause', 'The fan, which was off, runs again'],
    ['when it happened', 'When the power went, 12 birds died'],
    ['knowing how', 'I know how to start the generator'],
    ['an order', 'Do the cleaning of barn 2 tomorrow'],
    ['Thai for burnt', 'สายไฟไหม้ในเล้า 2'],
    ['Thai for nothing', 'ไม่มีอะไร'],
    ['Thai for a few', 'ตายไม่กี่ตัว'],
    ['Chinese for nothing', '今天没什么'],
    ['Spanish for as', 'Como se cortó la luz, paramos'],
    ['Spanish for the sooner', 'Cuanto antes, por favor'],
    ['a plain report', 'Water line is leaking in barn 1'],
    ['nothing', ''],
  ])('%s: %s', (_fact, text) => {
    expect(isQuestion(text)).toBe(false);
  });
});
