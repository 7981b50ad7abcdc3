import { boolean, text, word } from './fields.ts';
import { closed } from './vocabulary.ts';

/** The parameters of an import. */
export const importParameters = {
  farmId: text(80, { note: 'The farm of rows that do not say theirs; names are looked for in it' }),
  dryRun: boolean({ default: false, note: 'Check every row and store nothing' }),
  onError: word(closed(['abort', 'skip']), {
    default: 'abort',
    note: 'Store nothing while a row is not valid, or the rows that are',
  }),
  onDuplicate: word(closed(['error', 'skip', 'update']), {
    default: 'error',
    note: 'What to do with a row that stands already, such as the log of a flock and day',
  }),
  map: text(8000, {
    note: 'A JSON object from headings to fields; an empty field leaves the column out',
  }),
  decimal: word(closed(['.', ',']), { note: 'The decimal sign, where numbers do not tell' }),
  dateFormat: word(closed(['dmy', 'mdy', 'ymd', 'excel']), {
    note: 'The order in which days are written, or that they are numbers of Excel',
  }),
  encoding: word(
    closed([
      'utf-8',
      'utf-16le',
      'utf-16be',
      'windows-1252',
      'windows-1255',
      'windows-1256',
      'windows-874',
      'gb18030',
    ]),
    { note: 'Of a text that is not UTF-8' },
  ),
  sheet: text(60, { note: 'Name or number of the sheet of a workbook; the first one otherwise' }),
} as const;
