import { foldText } from '../../tools/words.ts';

/** Traditional characters in questions about a farm, each before its simplified form. */
const PAIRS = `雞鸡鷄鸡餵喂飼饲場场農农溫温濕湿氣气藥药價价錢钱費费單单訂订務务誰谁幾几個个數数體体齡龄產产賣卖買买
開开關关報报記记錄录聯联絡络電电話话號号這这週周過过後后從从來来現现還还沒没嗎吗麼么攝摄頭头離离線线統统計计總总
達达標标準准為为問问題题餘余庫库貨货運运預预測测風风險险診诊療疗與与較较對对長长勢势創创圖图應应該该請请給给設设
備备點点項项隻只養养類类資资購购損损壞坏傷伤殘残歲岁進进種种檢检淨净潤润營营業业許许劃划兩两萬万億亿負负責责動动
發发熱热濃浓廠厂飲饮轉转換换麗丽們们歷历將将無无異异常常別别樣样廢废棄弃獸兽醫医屠屠處处徵征級级緊紧狀状態态覽览
實实際际結结論论減减補补員员聽听說说讓让幫帮刪删除除陳陈張张劉刘楊杨趙赵黃黄吳吴嚴严倉仓儲储噸吨鋪铺墊垫領领隊队
欄栏棟栋壓压採采籠笼內内夠够塊块虧亏獲获賺赚繳缴係系傳传訊讯斷断啟启燈灯維维護护稅税輸输爐炉針针劑剂經经緯纬導导顯显頁页強强簡简評评歐欧殺杀輕轻稱称雛雏齊齐勻匀變变擠挤擁拥裝装於于甚什裡里裏里錯错鐘钟時时間间兒儿優优漲涨寫写筆笔帳账賬账師师
機机簾帘凍冻涼凉飽饱餓饿趨趋飆飙確确認认決决覆复復复會会當当積积禮礼貴贵競竞詢询視视監监畫画鏡镜網网連连術术殼壳軟软髒脏遲迟誤误極极羣群颱台灣湾顆颗罰罚銷销額额壽寿賠赔幣币圓圆盤盘鋁铝糧粮麥麦葯药瘋疯癥症證证滅灭蟲虫檔档據据樹树歸归隨随偵侦
淺浅滿满滯滞燙烫燒烧獎奖環环畢毕痠酸盡尽`;

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  [...PAIRS.replace(/\s/g, '').matchAll(/(.)(.)/gu)].map(([, from = '', to = '']) => [from, to]),
);

/** The simplified form of a character, or else the character itself. */
function simplifyCharacter(character: string): string {
  return SIMPLIFIED.get(character) ?? character;
}

/** The normal form of a text for comparisons, with the positions in the typed text. */
export interface NormalText {
  readonly text: string;
  readonly original: string;
  /** The position in `original` of each unit of `text`, plus one for the end. */
  readonly starts: readonly number[];
}

// Direction marks, joiners, soft hyphens: they are invisible, but split words.
const INVISIBLE =
  /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\ufe00-\ufe0f]/;
const BLANK = /[\s\p{Cc}\p{Cn}]/u;
const THAI_ZERO = 0x0e50;
const SAME_MARKS: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '「': '"',
  '」': '"',
  '״': '"',
  '’': "'",
  '‘': "'",
  '׳': "'",
  '`': "'",
  '־': '-',
  '–': '-',
  '—': '-',
  // Never part of a number, unlike the plain comma.
  '，': ', ',
  '、': ', ',
  '。': '.',
  '：': ':',
  '；': ';',
  '？': '?',
  '！': '!',
  '؟': '?',
};

/**
 * The text without case, accents, niqqud, invisible marks and double blanks; Thai and full-width
 * digits and marks are replaced by plain ones, and traditional characters by simplified ones.
 */
export function normalise(typed: string): NormalText {
  const original = typed.normalize('NFC');
  const units: string[] = [];
  const starts: number[] = [];
  let offset = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    const isRepeated = folded === ' ' && (units.length === 0 || units.at(-1) === ' ');
    for (const unit of isRepeated ? '' : folded) {
      units.push(unit);
      for (let index = 0; index < unit.length; index++) starts.push(offset);
    }
    offset += character.length;
  }
  if (units.at(-1) === ' ') {
    units.pop();
    starts.pop();
  }
  return { text: units.join(''), original, starts: [...starts, offset] };
}

/** The normal text alone, for phrases of lexicons and for names. */
export function normalText(typed: string): string {
  return normalise(typed).text;
}

/** The normal text without punctuation: `¡Sí!` is `si`. */
export function unmarkedText(typed: string): string {
  return normalText(typed).replaceAll(/\p{P}/gu, '').trim();
}

/** The typed text between two positions of the normal text, trimmed. */
export function originalText({ original, starts }: NormalText, from: number, to: number): string {
  return original.slice(starts[from] ?? 0, starts[to] ?? original.length).trim();
}

/**
 * More characters than the five languages use; a caller who sends every existing character cannot
 * make the cache grow further.
 */
const MAX_CACHED = 20_000;

const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character);
  if (cached !== undefined) return cached;
  const folded = computeFold(character);
  if (foldedCharacters.size < MAX_CACHED) foldedCharacters.set(character, folded);
  return folded;
}

function computeFold(character: string): string {
  if (INVISIBLE.test(character)) return '';
  if (BLANK.test(character)) return ' ';
  const mark = SAME_MARKS[character];
  if (mark !== undefined) return mark;
  const thaiDigit = (character.codePointAt(0) ?? 0) - THAI_ZERO;
  if (thaiDigit >= 0 && thaiDigit <= 9) return String(thaiDigit);
  return simplifyCharacter(foldText(character));
}
