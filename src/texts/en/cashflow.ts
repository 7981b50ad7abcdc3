/** What a forecast of cash assumes and what it lacks. */
export const cashflow = {
  'cashflow.assumes_row_dates':
    'Money is counted on the date of its record; when it is really paid is not recorded.',
  'cashflow.assumes_no_opening_balance':
    'The balance in the bank is not known; the sum starts at 0 twelve weeks ago.',
  'cashflow.assumes_usual_costs': 'Running costs go on as in the last twelve weeks.',
  'cashflow.assumes_usual_eggs': 'Hens in lay bring as much a week as in the last twelve weeks.',
  'cashflow.assumes_sale_price': 'Flocks are sold on the expected day for {price} a kilogram.',
  'cashflow.assumes_feed_price':
    'Feed the flocks will need beyond stock and orders is bought for {price} a kilogram.',
  'cashflow.assumes_bird_orders_in_flocks':
    'Confirmed sales of live birds are part of what the flocks bring and are not counted twice.',
  'cashflow.few_money_weeks':
    '{have, plural, =0 {None of the last twelve weeks has} one {Only # of the last twelve weeks has} other {Only # of the last twelve weeks have}} any money recorded; a forecast needs {need}.',
  'cashflow.no_sale_price':
    'No sale tells what a kilogram brings, so what flocks will earn is left out.',
  'cashflow.no_feed_cost':
    'No delivery tells what feed costs, so the feed to be bought is left out.',
} as const;
