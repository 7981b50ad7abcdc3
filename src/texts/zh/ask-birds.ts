import type { askBirds as english } from '../en/ask-birds.ts';

export const askBirds = {
  'ask.mortality.sum':
    '{place}，{when}死亡{count, plural, other {#只}}{hasPct, select, yes {（{pct}）} other {}}。',
  'ask.culls.sum':
    '{place}，{when}淘汰{count, plural, other {#只}}{hasPct, select, yes {（{pct}）} other {}}。',
  'ask.eggs.sum': '{place}，{when}产蛋{value}。',
  'ask.cumulativeMortality':
    '{place}累计死亡{count, plural, other {#只}}{hasPct, select, yes {（{pct}）} other {}}。',
  'ask.cumulativeMortalityTotal': '{place}：累计死亡{value}。',
  'ask.mortalitySpike':
    '{level, select, critical {是的，而且很严重} warning {是的，比平时多} other {没有异常}}：{place}，{when}死亡{count, plural, other {#只}}{hasPct, select, yes {（{pct}）} other {}}{hasRatio, select, yes {，是平时的{ratio, number}倍} other {}}。',
  'ask.mortalityAgainstAverage':
    '{place}，{when}死亡{count, plural, other {#只}}，{side, select, above {高于} below {低于} other {等于}}前一周平均（每天{average}）。',
  'ask.livability': '{place}成活率{pct}。',
  'ask.liveBirds': '{place}现存{count, plural, other {#只}}。',
  'ask.age': '{place}{isLive, select, yes {日龄{days}} other {结束时日龄{days}}}，{day}进场。',
  'ask.noEnd': '没有{place}结束时日龄的记录。',
  'ask.weight':
    '{place}平均体重{weight}（{source, select, smart {摄像头，{day}} uncalibrated {未与秤比对的摄像头，{day}，不可靠} other {{day}称重}}）{side, select, above {，高于标准{off}} below {，低于标准{off}} on {，正好达标} other {}}。',
  'ask.weightDeviation':
    '{place}：{side, select, above {高于标准{off}} below {低于标准{off}} other {正好达标（{off}）}}，{day}为{weight}，标准{standard}。',
  'ask.dailyGain': '{place}日增重{gain}{hasStandard, select, yes {（标准{standard}）} other {}}。',
  'ask.noGain': '需要相隔约一周的两次称重才能知道{place}的增重。',
  'ask.uniformity': '{place}有{pct}的鸡在平均值±{within}以内（CV {cv}，称{birds}）。',
  'ask.noWeighSample': '最近两天没有摄像头逐只称重{place}的鸡，均匀度未知。',
  'ask.lastWeighing':
    '{place}上次称重是{day}{count, plural, =0 {（今天）} other {，{ago}前}}：{weight}。',
  'ask.neverWeighed': '{place}的鸡从未人工称重。',
  'ask.density':
    '{place}饲养密度{density}{side, select, above {，超过上限{limit}} below {，未超上限{limit}} other {}}。',
  'ask.eggBreakage': '{place}，{when}破蛋率{value}（{whole}中{part}）。',
  'ask.layingRate': '{place}，{when}产蛋率{value}（{whole}产{part}）。',
  'ask.healthScore': '{place}健康评分{score, number}分，等级{grade}。',
  'ask.efficiency': '{place}欧洲效益指数（EPEF）{index, number}，日龄{days}。',
  'ask.treatment':
    '{kind, select, vaccination {免疫} antibiotic {抗生素} anticoccidial {抗球虫药} antiparasitic {驱虫药} vitamin {维生素} electrolyte {电解质} probiotic {益生菌} acidifier {酸化剂} diagnosis {诊断} lab_test {化验} vet_visit {兽医出诊} other {治疗}}',
  'ask.lastTreatment':
    '{place}最近一次用药：{kind}{hasProduct, select, yes {（{product}）} other {}}，{day}{hasUntil, select, yes {；停药期至{until}} other {}}。',
  'ask.noTreatment': '{place}没有用药记录。',
  'ask.withdrawal.none': '{place}目前没有停药期。',
  'ask.withdrawal.until':
    '{place}的鸡在{until}之前不得屠宰{hasProduct, select, yes {（{product}）} other {}}。',
  'ask.noWithdrawalDays': '{place}的抗生素没有记录停药期（{product}）。',
  'ask.marketDate':
    '{place}：{day}出栏，日龄{days}{hasWeight, select, yes {，约每只{weight}} other {}}（{basis, select, planned_date {按计划} target_weight {按目标体重} other {按常规日龄}}）。',
  'ask.noMarketDate': '{place}没有确定出栏日期。',
  'ask.sold': '{place}的鸡已经出栏。',
  'ask.compareFlocks':
    '{place}：日龄{age}，存栏{birds}，死亡率{mortality}，体重{weight}（与标准相差{off}），料肉比{conversion}。',
} satisfies Record<keyof typeof english, string>;
