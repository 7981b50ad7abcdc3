/** The ways a command can print, with what each is for. */
export const outputFormatMeanings = {
  table: 'Columns for people; a record is shown field by field',
  tsv: 'A line per row, fields between tabs, no header; the default in a pipe',
  json: 'One JSON document: the array of rows, or the record',
  jsonl: 'A JSON object per line; with --all, page after page as it arrives',
  csv: 'A header and a line per row, for spreadsheets',
  yaml: 'The same document as json, as YAML',
} as const;

export type OutputFormat = keyof typeof outputFormatMeanings;

const [first, ...others] = Object.keys(outputFormatMeanings) as [OutputFormat, ...OutputFormat[]];

export const outputFormats: readonly [OutputFormat, ...OutputFormat[]] = [first, ...others];

/** Whether the text names a format. */
export function isOutputFormat(text: string): text is OutputFormat {
  return Object.hasOwn(outputFormatMeanings, text);
}
