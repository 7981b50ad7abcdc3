/** What the rules about cameras say. */
export const vision = {
  'vision.count.fewer.title': '{barn}: the camera counts {gap} fewer birds than the log',
  'vision.count.more.title': '{barn}: the camera counts {gap} more birds than the log',
  'vision.count.fits.title': '{barn}: the count of the camera fits the log',
  'vision.count.fewer.whole':
    'Camera {camera} counted {counted}, the log has {logged}: {difference} fewer (−{gap}). Check the log for deaths and sales that were not written, and what the camera sees.',
  'vision.count.more.whole':
    'Camera {camera} counted {counted}, the log has {logged}: {difference} more (+{gap}). Check how many birds were placed and what was logged as dead or sold.',
  'vision.count.fits.whole':
    'Camera {camera} counted {counted}, the log has {logged}: {gap} apart.',
  'vision.count.fewer.part':
    'Camera {camera} sees a part of the barn; for all of it that makes {counted}, the log has {logged}: {difference} fewer (−{gap}).',
  'vision.count.more.part':
    'Camera {camera} sees a part of the barn; for all of it that makes {counted}, the log has {logged}: {difference} more (+{gap}).',
  'vision.count.fits.part':
    'Camera {camera} sees a part of the barn; for all of it that makes {counted}, the log has {logged}: {gap} apart.',
  'vision.panting.title': '{barn}: the birds are panting',
  'vision.panting.fits.title': '{barn}: no more panting',
  'vision.panting.message':
    'Camera {camera} sees birds with open beaks, strength {value}. They are too hot: check fans, cooling and water.',
  'vision.panting.fits': 'Camera {camera} sees no panting that matters, strength {value}.',
  'vision.clustering.title': '{barn}: the birds are huddling',
  'vision.clustering.fits.title': '{barn}: no more huddling',
  'vision.clustering.message':
    'Camera {camera} sees birds crowd together, strength {value}. Check heating, draughts and light, and whether something frightened them.',
  'vision.clustering.fits': 'Camera {camera} sees no huddling that matters, strength {value}.',
  'vision.poor_spread.title': '{barn}: the birds are spread unevenly',
  'vision.poor_spread.fits.title': '{barn}: the birds are spread evenly again',
  'vision.poor_spread.message':
    'Camera {camera} sees birds avoid a part of the barn, strength {value}. Check air, litter, light, drinkers and feeders there.',
  'vision.poor_spread.fits': 'Camera {camera} sees an even spread, strength {value}.',
  'vision.with_temperature': '{said} The barn has {temp}, the target is {target}.',
  'vision.activity.title': '{barn}: the birds move {drop} less than usual',
  'vision.activity.fits.title': '{barn}: the birds move as usual',
  'vision.activity.message':
    'Camera {camera} sees an activity of {now}; {usual} was usual in the last days, so {drop} less. Look at the birds, their water and their feed.',
  'vision.activity.less': 'Camera {camera} sees an activity of {now}; {usual} is usual (−{drop}).',
  'vision.activity.rise': 'Camera {camera} sees an activity of {now}; {usual} is usual (+{drop}).',
  'vision.deaths.title': '{barn}: dead birds of {day} differ between cameras and log',
  'vision.deaths.fits.title': '{barn}: dead birds of {day} agree',
  'vision.deaths.fewer':
    'The log of {day} has {logged} dead, the cameras saw {seen}: {difference} fewer. Check the log and what the cameras see.',
  'vision.deaths.more':
    'The cameras saw {seen} dead on {day}, the log has {logged}: {difference} more. Check whether all dead birds were picked up and written down.',
  'vision.deaths.no_log':
    'The cameras saw {seen} dead on {day}, and the log of the day does not say how many died. Please write it.',
  'vision.deaths.fits': 'The cameras saw {seen} dead on {day}, the log has {logged}.',
} as const;
