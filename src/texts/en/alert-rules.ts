/** What the automatic alerts say. */
export const alertRules = {
  'alert.mortality_spike.title':
    '{barn}: {deaths} dead on {day}{isFar, select, yes {, far more than usual} other {}}',
  'alert.mortality_spike.mean':
    '{deaths} died on {day}, {pct} of the birds; the mean of the week before is {mean} a day. Look at the birds, their water and air, and call the vet.',
  'alert.mortality_spike.share':
    '{deaths} died on {day}, {pct} of the birds. Look at the birds, their water and air, and call the vet.',
  'alert.mortality_spike.fits': '{deaths} died on {day}, which is not unusual.',
  'alert.weight_below_standard.title': '{barn}: the birds weigh {below} less than the standard',
  'alert.weight_below_standard.message':
    'They weigh {weight} on {day}; the standard of the breed for this age is {standard}. Check feed, water, temperature and health.',
  'alert.weight_below_standard.uncalibrated':
    'Cameras that were not compared with scales show {weight} on {day}; the standard of the breed for this age is {standard}. The weight is not reliable: weigh a sample of birds and record it.',
  'alert.weight_below_standard.fits':
    'They weigh {weight} on {day}; the standard of the breed is {standard}.',
  'alert.weight_below_standard.moult': 'The flock is in a moult; hens lose weight in it.',
  'alert.water_drop.title': '{barn}: the birds drink {drop} less than expected',
  'alert.water_drop.two_days':
    '{water} on {day}, {drop} less than the days before let expect, and {before} less the day before. Check pressure, filters, nipples and leaks, then the birds.',
  'alert.water_drop.one_day':
    '{water} on {day}, {drop} less than the days before let expect. Check pressure, filters, nipples and leaks, then the birds.',
  'alert.water_drop.fits': '{water} on {day}, about what the days before let expect.',
  'alert.water_feed_ratio.title': '{barn}: water and feed do not fit, {ratio}',
  'alert.water_feed_ratio.low':
    '{water} of water and {feed} of feed on {day}: corrected for heat {ratio}, and {before} the day before; less than {low} is too little water. Check the water line and the meter.',
  'alert.water_feed_ratio.high':
    '{water} of water and {feed} of feed on {day}: corrected for heat {ratio}, and {before} the day before; more than {high} is too much. Check for leaks, wet litter and diarrhoea.',
  'alert.water_feed_ratio.fits':
    '{water} of water and {feed} of feed on {day}: corrected for heat {ratio}, within {low} to {high}.',
  'alert.feed_out.title': '{barn}: feed for {days}',
  'alert.feed_out.message':
    '{stock} are left in the silo, enough for {days}. Order feed, or ask where the delivery is.',
  'alert.feed_out.fits': '{stock} are in the silo, enough for {days}.',
  'alert.temp_high.title': '{barn}: too hot, {temp}',
  'alert.temp_high.message':
    '{temp} for {minutes}; the target at an age of {age} is {target}. Check fans, cooling and water.',
  'alert.temp_high.felt':
    '{temp}, with the humidity it feels like {felt} to the birds, for {minutes}; the target at an age of {age} is {target}. Check fans, cooling and water.',
  'alert.temp_high.fits': '{temp}; the target at an age of {age} is {target}.',
  'alert.temp_low.title': '{barn}: too cold, {temp}',
  'alert.temp_low.message':
    '{temp} for {minutes}; the target at an age of {age} is {target}. Check heaters, curtains and draughts.',
  'alert.temp_low.fits': '{temp}; the target at an age of {age} is {target}.',
  'alert.co2.title': '{barn}: CO₂ at {value}',
  'alert.co2.message':
    '{value} of CO₂, above {limit} for {minutes}. Raise the minimum ventilation and check the heaters.',
  'alert.co2.fits': '{value} of CO₂; the limit is {limit}.',
  'alert.nh3.title': '{barn}: ammonia at {value}',
  'alert.nh3.message':
    '{value} of ammonia, above {limit} for {minutes}. Raise the minimum ventilation and look at the litter and the drinkers.',
  'alert.nh3.fits': '{value} of ammonia; the limit is {limit}.',
  'alert.rh.title': '{barn}: humidity of {value}',
  'alert.rh.message':
    'Humidity of {value}, above {limit} for {minutes}. Ventilate more, and look at the litter, the cooling pads and leaks.',
  'alert.rh.low':
    'Humidity of {value}, below {limit} for {minutes}. The air is too dry: mind dust and the airways of the chicks.',
  'alert.rh.fits': 'Humidity of {value}, in order again.',
  'alert.sensor_stale.title': '{barn}: nothing from the sensors for {ago}',
  'alert.sensor_stale.message':
    'The last reading came on {at}, {ago} ago; {allowed} are allowed. Check the controller, its power and its connection, and look at the birds.',
  'alert.sensor_stale.fits': 'The sensors send again; the last reading came on {at}.',
  'alert.sensors_disagree.title': '{barn}: temperature sensors {spread} apart',
  'alert.sensors_disagree.message':
    '{coldest} shows {low} and {warmest} shows {high}; more than {limit} apart, one of them is wrong. Compare both with a thermometer at the height of the birds, and replace or move the wrong one.',
  'alert.sensors_disagree.fits':
    'The temperature sensors are {spread} apart; up to {limit} is normal.',
  'alert.egg_drop.title': '{barn}: {drop} fewer eggs than the week before',
  'alert.egg_drop.two_days':
    '{eggs} on {day}; over two days {drop} fewer than the mean of the week before. Check water, feed, light and health.',
  'alert.egg_drop.one_day':
    '{eggs} on {day}, {drop} fewer than the mean of the week before. Check water, feed, light and health, and call the vet.',
  'alert.egg_drop.fits': '{eggs} on {day}, as in the week before.',
  'alert.egg_drop.moult': 'The flock is in a moult; fewer eggs are expected.',
  'alert.breakage.title': '{barn}: {pct} broken eggs',
  'alert.breakage.two_days':
    '{broken} broken of {eggs} on {day}, {pct}; {before} the day before. Check the belt, the nests and the shells.',
  'alert.breakage.one_day':
    '{broken} broken of {eggs} on {day}, {pct}. Check the belt, the nests and the shells.',
  'alert.breakage.fits': '{broken} broken of {eggs} on {day}, {pct}.',
  'alert.medicine_expired.title': 'Expired medicine in the store: {medicine}',
  'alert.medicine_expired.message':
    '{medicine} expired on {day}. Take it out of the store and note that it was destroyed.',
  'alert.medicine_expired.used':
    '{medicine} expired on {day}, and birds were treated with it since. Take it out of the store and call the vet.',
  'alert.medicine_expired.fits': '{medicine}: nothing expired is left in the store.',
  'alert.density.title': '{barn}: {density} on the floor',
  'alert.density.message':
    '{birds} weigh {density} today; the limit is {limit}. Take some of the birds out, or sell earlier.',
  'alert.density.uncalibrated':
    '{birds} weigh about {density} today by cameras that were not compared with scales; the limit is {limit}. The weight is not reliable: weigh a sample of birds and record it.',
  'alert.density.fits': '{birds} weigh {density} today; the limit is {limit}.',
  'alert.withdrawal_violation.title': '{barn}: sale before the end of the withdrawal',
  'alert.withdrawal_violation.sold':
    'Birds of {flock} were sold on {sale}; the withdrawal of a medicine lasts until {until}. Tell the slaughterhouse and the vet at once.',
  'alert.withdrawal_violation.planned':
    'The sale of {flock} is planned for {sale}; the withdrawal of a medicine lasts until {until}. Put it off, or ask the vet.',
  'alert.withdrawal_violation.fits':
    'No sale of {flock} lies before the end of the withdrawal on {until}.',
  'alert.ended': 'Over',
  'alert.ended.birds': 'The birds have left.',
  'alert.ended.medicine': 'The medicine is no longer in the store.',
} as const;
