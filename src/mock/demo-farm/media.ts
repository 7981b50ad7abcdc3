import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import { type DemoFile, demoFile } from './demo-file.ts';
import type { Hardware } from './hardware.ts';
import { actorOf } from './people.ts';

type MediaFields = DemoFields<'media'>;

/** Photos per flock and day, and how long ago the last one was taken. */
const HABITS = {
  broilers: { perDay: 0.16, lastDaysAgo: 0 },
  layers: { perDay: 0.14, lastDaysAgo: 12 },
  small: { perDay: 0.08, lastDaysAgo: 9 },
} as const;

/** What photos show, and what the analysis makes of them. */
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

/** Writes photos of the flocks and papers of the farms. */
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
  const camera = hardware.cameras.find((one) => one.barn === flock.barn);
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
  // Seven of ten photos show nothing to worry about.
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
  const every = farm.plan.key === 'small' ? 45 : 15;
  for (let daysAgo = every; daysAgo < context.days; daysAgo += every) {
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
