import { crc32, deflateSync } from 'node:zlib';
import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext, DemoFields } from './demo-context.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import { actorOf } from './farms.ts';
import type { Hardware } from './hardware.ts';

type MediaFields = DemoFields<'media'>;

/** Photos per flock and day, and the age of the latest one. */
const HABITS = {
  broilers: { perDay: 0.16, lastDaysAgo: 0 },
  layers: { perDay: 0.14, lastDaysAgo: 12 },
  small: { perDay: 0.08, lastDaysAgo: 9 },
} as const;

/** Photo subjects with their analysis results. */
const SUBJECTS = [
  { category: 'flock', text: 'flock', aiSeverity: 'none' },
  { category: 'flock', text: 'evening', aiSeverity: 'none' },
  { category: 'flock', text: 'corner', aiSeverity: 'info' },
  { category: 'barn', text: 'corridor', aiSeverity: 'none' },
  { category: 'litter', text: 'litter', aiSeverity: 'warning' },
  { category: 'feed', text: 'feeders', aiSeverity: 'none' },
  { category: 'equipment', text: 'fan', aiSeverity: 'warning' },
  { category: 'mortality', text: 'dead', aiSeverity: 'critical' },
] as const;

/** Generates photos of the flocks and documents of the farms. */
export function addMedia(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): void {
  for (const flock of flocks) addPhotos(context, flock, hardware);
  for (const farm of farms) addPapers(context, farm);
}

function addPhotos(context: DemoContext, flock: DemoFlock, hardware: Hardware): void {
  const random = context.random(`media/${flock.code}`);
  const { perDay, lastDaysAgo } = HABITS[flock.farm.plan.key];
  const last = addDays(context.today, -lastDaysAgo);
  const camera = hardware.cameras.find((camera) => camera.barn === flock.barn);
  for (const { day, ageDays } of flock.course) {
    const isTaken = random.chance(perDay);
    const at = context.at(day, random.between(6, 18));
    const photo = drawPhoto(context, random, at);
    const isFromCamera = camera !== undefined && random.chance(0.3);
    const author = random.pick(flock.farm.workers);
    if (!isTaken || day < context.firstDay || day > last || at > context.now) continue;
    context.add('media', {
      farmId: flock.farm.id,
      at,
      updatedAt: at + 95_000,
      by: isFromCamera ? { type: 'integration', id: camera.integrationId } : actorOf(author),
      fields: {
        ...photo,
        ...factsOf(demoFile({ category: String(photo.category) })),
        barnId: flock.barn.id,
        flockId: flock.id,
        deviceId: isFromCamera ? camera.id : null,
        name: context.fill(context.phrases.media.photo, {
          subject: String(photo.name),
          barn: flock.barn.name,
          days: ageDays,
        }),
        source: isFromCamera ? 'camera' : (photo.source ?? null),
      },
    });
  }
}

function drawPhoto({ phrases }: DemoContext, random: Random, at: number): MediaFields {
  // Seven of ten photos show nothing unusual.
  const subject = random.chance(0.5) ? SUBJECTS[0] : random.pick(SUBJECTS);
  const { category, aiSeverity } = subject;
  const { name, summary } = phrases.photos[subject.text];
  return {
    category,
    name,
    aiSeverity,
    aiSummary: summary,
    tags: [category, phrases.media.barnTag],
    kind: 'image',
    source: random.pick(['upload', 'whatsapp', 'whatsapp']),
    analyzedAt: formatInstant(at + random.integer(40_000, 90_000)),
  };
}

function factsOf({ bytes, mimeType, width, height }: DemoFile) {
  return { sizeBytes: bytes.length, mimeType, width, height };
}

function addPapers(context: DemoContext, farm: DemoFarm): void {
  const random = context.random(`papers/${farm.plan.key}`);
  const texts = context.phrases.media;
  const intervalDays = farm.plan.key === 'small' ? 45 : 15;
  for (let daysAgo = intervalDays; daysAgo < context.days; daysAgo += intervalDays) {
    const isInvoice = random.chance(0.6);
    const at = context.at(addDays(context.today, -daysAgo), random.between(8, 16));
    const contact = farm.contact(isInvoice ? 'feed1' : 'vet1') ?? null;
    const category = isInvoice ? 'invoice' : 'lab_result';
    const number = String(random.integer(60_000, 480_000));
    context.add('media', {
      farmId: farm.id,
      at,
      by: actorOf(farm.manager),
      fields: {
        contactId: contact,
        name: isInvoice ? texts.invoice : texts.labResult,
        description: number,
        category,
        tags: [isInvoice ? texts.invoiceTag : texts.labTag],
        kind: 'document',
        source: 'email',
        ...factsOf(demoFile({ category, number })),
      },
    });
  }
}

/** The subject of a demo file. */
export interface DemoFileSubject {
  readonly category: string;
  /** Document number, for documents. */
  readonly number?: string;
}

/** A demo file with the metadata for its row. */
export interface DemoFile {
  readonly bytes: Buffer;
  readonly mimeType: 'image/png' | 'application/pdf';
  readonly width: number | null;
  readonly height: number | null;
}

const WIDTH = 96;
const HEIGHT = 72;
const PAPERS: readonly string[] = ['invoice', 'lab_result'];

/** Background and foreground colours, RGB. */
const COLOURS: Readonly<Record<string, readonly [Colour, Colour]>> = {
  flock: [
    [176, 148, 104],
    [246, 240, 214],
  ],
  barn: [
    [142, 150, 158],
    [206, 212, 218],
  ],
  litter: [
    [150, 120, 82],
    [88, 66, 44],
  ],
  feed: [
    [168, 140, 98],
    [204, 60, 48],
  ],
  equipment: [
    [120, 126, 134],
    [58, 74, 96],
  ],
  mortality: [
    [168, 140, 98],
    [222, 214, 206],
  ],
};
const OTHER: readonly [Colour, Colour] = [
  [150, 150, 150],
  [220, 220, 220],
];

type Colour = readonly [red: number, green: number, blue: number];

/** Cached: a demo has hundreds of photos of few kinds. */
const photos = new Map<string, Buffer>();

/** The file of a demo media item; the same subject produces the same bytes. */
export function demoFile({ category, number = '' }: DemoFileSubject): DemoFile {
  if (PAPERS.includes(category)) {
    const bytes = pdfOf(`${category.replace('_', ' ')} ${number}`);
    return { bytes, mimeType: 'application/pdf', width: null, height: null };
  }
  const bytes = photos.get(category) ?? pngOf(COLOURS[category] ?? OTHER);
  photos.set(category, bytes);
  return { bytes, mimeType: 'image/png', width: WIDTH, height: HEIGHT };
}

/** A picture of spots on a background, like birds seen from above. */
function pngOf([ground, spot]: readonly [Colour, Colour]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits per pixel, with a palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) => pixelRow(y));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    chunkOf('PLTE', Buffer.from([...ground, ...spot])),
    // Uncompressed, so that the bytes do not depend on the zlib version.
    chunkOf('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function pixelRow(y: number): Buffer {
  const pixels = Array.from({ length: WIDTH }, (_, x) => Number(isSpot(x, y)));
  return Buffer.from([0, ...pixels]);
}

function isSpot(x: number, y: number): boolean {
  const column = x + (Math.floor(y / 12) % 2) * 6;
  return ((column % 12) - 6) ** 2 + ((y % 12) - 6) ** 2 < 9;
}

function chunkOf(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A page with one line of ASCII. */
function pdfOf(line: string): Buffer {
  const stream = `BT /F1 24 Tf 72 760 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}
