/** What the page of a row's earlier versions says. */
export const history = {
  'page.history.count': '{count, plural, one {# change} other {# changes}}',
  'page.history.created': 'created',
  'page.history.changed': 'changed',
  'page.history.deleted': 'deleted',
  'page.history.undone': 'undone',
  'page.history.gone': 'Deleted; its history stays.',
} as const;
