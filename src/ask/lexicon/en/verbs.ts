/** Words that begin orders in English, as choices of templates. */
export const verbs = {
  make: '(create|add|make|new|open|set up|write|put in|enter|log|schedule|put down|post|start)',
  note: '(log|record|write|enter|note|put down|write down|register|add|put in|note down|report|mark down|book|log in|jot down|save|input|key in|put)',
  order:
    '(order|get|get me|buy|get us|purchase|place an order for|place order for|put in an order for|create an order for|create order for|make an order for|new order|order me|reorder|book|we need to order|i need to order|i want to order|add an order for|order for us|i would like to order|create order|i wish to order|raise an order for)',
  finish:
    '(complete|finish|close|finish off|tick off|check off|cross off|done with|mark done|mark complete|mark completed|close off|close out)',
  remind: '(remind|tell|ask|get|notify|assign)',
} as const;
