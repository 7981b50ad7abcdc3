/** What is missing for losses of money. */
export const leaks = {
  'leaks.no_sale_price': 'No sale tells what a kilogram brings.',
  'leaks.no_feed_cost': 'No delivery tells what feed costs.',
} as const;
