/** A tender of the demo: what is asked for, and how it stands. */
export interface TenderPlan {
  readonly farm: 'broilers' | 'layers';
  readonly title: string;
  readonly direction: 'buy' | 'sell';
  readonly category: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: string;
  /** What a unit is worth, ILS; bids lie within 6 % of it. */
  readonly unitPrice: number;
  /** Days before the present it was written; the deadline and the delivery by days from now. */
  readonly writtenDaysAgo: number;
  readonly deadlineIn: number;
  readonly deliveryIn: number;
  readonly status: 'draft' | 'open' | 'closed' | 'awarded' | 'cancelled' | 'expired';
  readonly bidders: readonly string[];
}

export const tenderPlans: readonly TenderPlan[] = [
  {
    farm: 'broilers',
    title: 'תערובת פטם, 400 טון לרבעון',
    direction: 'buy',
    category: 'feed',
    description: 'התחלה, גידול ופיטום; אספקה בתפזורת לארבעה סילואים',
    quantity: 400,
    unit: 'טון',
    unitPrice: 2330,
    writtenDaysAgo: 9,
    deadlineIn: 5,
    deliveryIn: 21,
    status: 'open',
    bidders: ['תערובות השרון', 'מכון תערובת העמק', 'אמבר מרכז', 'Delta Feed'],
  },
  {
    farm: 'broilers',
    title: 'מכירת 25,000 עופות חיים, לול 3',
    direction: 'sell',
    category: 'live_birds',
    description: 'משקל ממוצע 2.5 ק״ג, תפיסה בלילה',
    quantity: 25_000,
    unit: 'עופות',
    unitPrice: 19.3,
    writtenDaysAgo: 4,
    deadlineIn: 2,
    deliveryIn: 7,
    status: 'open',
    bidders: ['משחטת הגליל', 'עוף השפלה', 'שיווק עופות דאהר'],
  },
  {
    farm: 'broilers',
    title: 'צוות תפיסה לחצי שנה',
    direction: 'buy',
    category: 'catching',
    description: 'ארבעה לולים, עד 90,000 עופות למחזור',
    quantity: 270_000,
    unit: 'עופות',
    unitPrice: 0.2,
    writtenDaysAgo: 62,
    deadlineIn: -48,
    deliveryIn: -40,
    status: 'awarded',
    bidders: ['צוות תפיסה המשולש', 'תפיסה בע״מ', 'כוח לול'],
  },
  {
    farm: 'broilers',
    title: 'גז לעונת החורף',
    direction: 'buy',
    category: 'gas',
    description: 'גפ״מ בצוברים, מילוי לפי קריאה',
    quantity: 18,
    unit: 'טון',
    unitPrice: 5200,
    writtenDaysAgo: 38,
    deadlineIn: -16,
    deliveryIn: 12,
    status: 'closed',
    bidders: ['גז השרון', 'אנרגיה ירוקה', 'גזית', 'מבער'],
  },
  {
    farm: 'broilers',
    title: 'נסורת לריפוד, עונתי',
    direction: 'buy',
    category: 'litter',
    description: 'נסורת אורן יבשה, ללא אבק',
    quantity: 60,
    unit: 'טון',
    unitPrice: 640,
    writtenDaysAgo: 95,
    deadlineIn: -70,
    deliveryIn: -60,
    status: 'expired',
    bidders: [],
  },
  {
    farm: 'layers',
    title: 'מכירת ביצים, רבעון הבא',
    direction: 'sell',
    category: 'eggs',
    description: 'כ־110 טון, גדלים L ו־M',
    quantity: 110,
    unit: 'טון',
    unitPrice: 6150,
    writtenDaysAgo: 12,
    deadlineIn: 8,
    deliveryIn: 30,
    status: 'open',
    bidders: ['תחנת מיון ביצי הגלבוע', 'ביצי הצפון', 'Baker Pastries'],
  },
  {
    farm: 'layers',
    title: 'פינוי זבל עופות',
    direction: 'sell',
    category: 'manure',
    description: 'פעמיים בחודש, העמסה על חשבון הקונה',
    quantity: 40,
    unit: 'טון',
    unitPrice: 90,
    writtenDaysAgo: 2,
    deadlineIn: 20,
    deliveryIn: 35,
    status: 'draft',
    bidders: [],
  },
];

/** An order, offer or contract of the market. */
export interface MarketOrderPlan {
  readonly farm: 'broilers' | 'layers';
  readonly kind: 'order' | 'offer' | 'request' | 'contract';
  readonly direction: 'buy' | 'sell';
  readonly category: string;
  readonly title: string;
  readonly quantity: number;
  readonly unit: string;
  readonly price: number;
  readonly needByIn: number;
  readonly writtenDaysAgo: number;
  readonly supplierName: string;
  readonly contact?: string;
  readonly status:
    | 'draft'
    | 'open'
    | 'negotiating'
    | 'confirmed'
    | 'fulfilled'
    | 'cancelled'
    | 'expired';
}

// biome-ignore format: an order a line.
export const marketOrderPlans: readonly MarketOrderPlan[] = [
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'chicks', title: 'אפרוחים ללול 4', quantity: 17_300, unit: 'אפרוחים', price: 4.52, needByIn: 18, writtenDaysAgo: 3, supplierName: 'מדגרת הצפון', contact: 'chicks1', status: 'confirmed' },
  { farm: 'broilers', kind: 'contract', direction: 'sell', category: 'live_birds', title: 'חוזה שיווק שנתי', quantity: 480_000, unit: 'ק״ג', price: 7.65, needByIn: 200, writtenDaysAgo: 110, supplierName: 'משחטת הגליל', contact: 'slaughter1', status: 'confirmed' },
  { farm: 'broilers', kind: 'order', direction: 'sell', category: 'live_birds', title: 'יתרת לול 4', quantity: 7100, unit: 'עופות', price: 19.9, needByIn: 2, writtenDaysAgo: 2, supplierName: 'משחטת הגליל', contact: 'slaughter1', status: 'confirmed' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'litter', title: 'נסורת ללול 4', quantity: 14, unit: 'טון', price: 655, needByIn: 14, writtenDaysAgo: 1, supplierName: 'נסורת ישראל', contact: 'litter1', status: 'open' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'medicine', title: 'טולטרזוריל 2.5%', quantity: 10, unit: 'ליטר', price: 410, needByIn: 4, writtenDaysAgo: 1, supplierName: 'וטמרקט', contact: 'medicine1', status: 'open' },
  { farm: 'broilers', kind: 'request', direction: 'buy', category: 'equipment', title: 'מנוע למפוח 50 אינץ׳', quantity: 2, unit: 'יחידות', price: 1450, needByIn: 3, writtenDaysAgo: 1, supplierName: 'בקרת אקלים לולים', contact: 'tech1', status: 'negotiating' },
  { farm: 'broilers', kind: 'order', direction: 'buy', category: 'gas', title: 'מילוי צובר גז', quantity: 3, unit: 'טון', price: 5240, needByIn: -20, writtenDaysAgo: 27, supplierName: 'גז השרון', contact: 'gas1', status: 'fulfilled' },
  { farm: 'broilers', kind: 'offer', direction: 'sell', category: 'manure', title: 'זבל פטמים אחרי מחזור', quantity: 55, unit: 'טון', price: 85, needByIn: -35, writtenDaysAgo: 50, supplierName: 'פרדסי השרון', status: 'expired' },
  { farm: 'layers', kind: 'contract', direction: 'sell', category: 'eggs', title: 'ביצים לתחנת המיון', quantity: 320, unit: 'טון', price: 6100, needByIn: 150, writtenDaysAgo: 90, supplierName: 'תחנת מיון ביצי הגלבוע', contact: 'eggs1', status: 'confirmed' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'services', title: 'תיקון מסוע ביצים', quantity: 1, unit: 'ביקור', price: 1800, needByIn: 1, writtenDaysAgo: 1, supplierName: 'מסועי ביצים דגן', contact: 'tech1', status: 'open' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'chicks', title: 'פרגיות למטילות ב׳', quantity: 8700, unit: 'פרגיות', price: 38.5, needByIn: 120, writtenDaysAgo: 6, supplierName: 'פרגיות הצפון', contact: 'chicks1', status: 'draft' },
  { farm: 'layers', kind: 'order', direction: 'buy', category: 'equipment', title: 'מגשי קרטון', quantity: 9000, unit: 'מגשים', price: 0.62, needByIn: -44, writtenDaysAgo: 52, supplierName: 'אריזות העמק', status: 'cancelled' },
];
