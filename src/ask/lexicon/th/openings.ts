/** How questions begin that figures alone do not answer: for a reason, or for advice. */
export const openings: readonly string[] = [
  'ทำไม',
  'เพราะอะไร',
  'เพราะเหตุใด',
  'เกิดจากอะไร',
  'สาเหตุ',
  'เป็นเพราะ',
  'ควร',
  'ทำยังไงดี',
  'ทำอย่างไรดี',
  'ทำไงดี',
  'แก้ยังไง',
  'แก้อย่างไร',
  'แนะนำ',
  'อธิบาย',
  'ดีไหมถ้า',
  'คุ้มไหม',
];
