/** What is missing for the profit of flocks. */
export const profit = {
  'profit.no_flocks': 'No flock has been recorded on the farm.',
  'profit.no_chick_price': 'What the chicks of flock {flock} cost is not known.',
  'profit.no_birds_placed': 'How many chicks of flock {flock} came is not recorded.',
  'profit.no_feed_cost': 'What the feed of flock {flock} cost is not known.',
  'profit.no_treatment_cost': 'Treatments of flock {flock} are recorded without their cost.',
  'profit.no_sales': 'No sale of flock {flock} has been recorded.',
  'profit.no_sale_amount': 'A sale of flock {flock} has no amount.',
  'profit.no_sale_price':
    'No sale tells what a kilogram brings, so what flocks will earn is not known.',
  'profit.no_barn_area': 'The floor area of {barn} is not recorded.',
  'profit.breed_unknown': 'No breed table fits flock {flock}, so its growth cannot be projected.',
  'profit.shared_expenses_since':
    'Flock {flock} shares in expenses of the farm only since {day}; earlier ones are not looked at.',
} as const;
