/** Traditional characters that questions about a farm are written with, each before its simplified form. */
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

/** The simplified form of a character; the character itself where it has none here. */
export function simplifyCharacter(character: string): string {
  return SIMPLIFIED.get(character) ?? character;
}
