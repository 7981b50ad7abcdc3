/** What is missing to hold flocks and barns against each other. */
export const benchmark = {
  'missing.no_history':
    'There {have, plural, =0 {is no closed flock} one {is # closed flock} other {are # closed flocks}} to compare with; {need} that were recorded up to this age are needed.',
  'missing.group_too_small':
    'Of other farms {have, plural, =0 {no closed flock} one {# closed flock} other {# closed flocks}} can be seen; {need} are needed to compare.',
  'missing.need_two_barns':
    'Two barns with a flock that was weighed or sold are needed to compare; there {have, plural, =0 {is none} one {is one} other {are #}}.',
} as const;
