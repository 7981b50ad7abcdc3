/** What the command line says around an answer. */
export const askPage = {
  'page.ask.facts': 'Facts',
  'page.ask.what': 'What',
  'page.ask.value': 'Value',
  'page.ask.unit': 'Unit',
  'page.ask.asOf': 'As of',
  'page.ask.source': 'Source',
  'page.ask.understood': 'Understood',
  'page.ask.confidence': 'Confidence',
  'page.ask.choices': 'Choices',
  'page.ask.again': 'Ask again with one of them:',
  'page.ask.missing': 'Not known',
  'page.ask.wouldDo': 'Would be done',
  'page.ask.done': 'Done',
  'page.ask.how': 'Do it with:',
} as const;
