/** What is said about the feed of flocks. */
export const feed = {
  'feed.late_phase':
    'Flock {flock} got {feed} at {age, plural, one {# day} other {# days}} of age; now it should get {expected}.',
  'feed.no_withdrawal': 'Flock {flock} is about to be sold and has got no {expected} yet.',
  'feed.type.starter': 'starter feed',
  'feed.type.grower': 'grower feed',
  'feed.type.finisher': 'finisher feed',
  'feed.type.withdrawal': 'withdrawal feed',
} as const;
