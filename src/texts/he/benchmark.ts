import type { benchmark as english } from '../en/benchmark.ts';

export const benchmark = {
  'missing.no_history':
    '{have, plural, =0 {אין להקה סגורה} one {יש להקה סגורה אחת} two {יש # להקות סגורות} other {יש # להקות סגורות}} להשוואה; דרושות {need} שנרשמו עד הגיל הזה.',
  'missing.group_too_small':
    'ממשקים אחרים {have, plural, =0 {לא רואים אף להקה סגורה} one {רואים להקה סגורה אחת} two {רואים # להקות סגורות} other {רואים # להקות סגורות}}; להשוואה דרושות {need}.',
  'missing.need_two_barns':
    'להשוואה דרושים שני לולים עם להקה שנשקלה או נמכרה; {have, plural, =0 {אין אף אחד} one {יש אחד} two {יש #} other {יש #}}.',
} satisfies Record<keyof typeof english, string>;
