/** What is said where a question is not answered by a measure. */
export const askEngine = {
  'ask.not_sure': 'I am not sure what is meant. Perhaps one of these questions.',
  'ask.out_of_domain': "I answer questions about this farm's records, and that is none of them.",
  'ask.several_meanings': 'That can mean several things. Which one is meant?',
  'ask.which_one': 'Several have that name. Which one is meant?',
  'ask.which_flock': 'Which flock is meant?',
  'ask.which_period': 'For which days?',
  'ask.only_now': 'I know that as it is now only, not for other days.',
  'ask.no_such_barn': 'This key sees no barn of that name or number.',
  'ask.no_such_flock': 'This key sees no flock of that name or number.',
  'ask.no_such_farm': 'This key sees no farm of that name.',
  'ask.no_such_person': 'This key sees nobody of that name on this farm.',
  'ask.not_allowed': 'This key may not read what that answer needs; it lacks {scopes}.',
  'ask.one_action': 'One thing at a time, please: I do one action for one sentence.',
  'ask.nothing_known': 'Nothing is recorded about that.',
  'ask.fix': 'This call changes that: {call}.',
  'ask.action.none': 'Nothing was changed.',
  'ask.action.executed': 'Done. It can be undone with what is under action.undo.',
  'ask.action.suppressed':
    'Understood, but nothing was run. What would run is under action.fields.',
  'ask.action.proposed':
    'If you want that done, say so: nothing was run. What would run is under action.fields.',
  'ask.action.refused': 'That was refused; the reason is under action.reason.',
} as const;
