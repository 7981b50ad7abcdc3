import type { Block } from '../block.ts';
import type { Desk } from '../desk.ts';
import { nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { figureTable } from '../figure-table.ts';
import { fixBlock } from '../fix-block.ts';
import { missingBlocks } from '../missing-blocks.ts';
import { joinParts, section } from '../section.ts';
import { severityMark } from '../severity-mark.ts';
import { headlineRows } from './headline-rows.ts';

/** The farm at a glance: its numbers, what to do, every barn with its flock and its air. */
export function dashboardPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const writing = { desk, currency: answer.text('currency') ?? '' };
  const barns = answer.list('barns');
  const title = joinParts([
    nameOf(desk, answer.text('farmId')),
    words.say('page.dashboard.title'),
    words.moment(answer.text('asOf')),
  ]);
  return [
    { kind: 'title', text: title },
    ...answer.texts('headline').map((text): Block => ({ kind: 'text', text, indent: 0 })),
    ...section(words.say('page.dashboard.now'), [
      { kind: 'labelled', rows: headlineRows(answer, desk) },
    ]),
    ...section(words.name('section', 'actionPlan'), todo(answer)),
    ...section(
      words.say('page.dashboard.barns'),
      figureTable(
        barns,
        [
          ['barn', 'page.col.barn', 'text'],
          ['state', 'page.col.state', 'word:state'],
          ['flock', 'page.col.flock', 'text'],
          ['ageDays', 'page.col.age', 'number'],
          ['live', 'page.col.birds', 'number'],
          ['mortality.date', 'page.col.logged', 'day'],
          ['mortality.today', 'page.col.dead', 'number'],
          ['mortality.avg7', 'page.col.avg7', 'number'],
          ['weightG', 'page.col.weight', 'grams'],
          ['deviationPct', 'page.col.weightDeviation', 'change'],
          ['henDayPct', 'page.col.laying', 'percent'],
          ['fcr', 'page.col.fcr', 'number'],
          ['feedDaysLeft', 'page.col.feedLeft', 'number'],
        ],
        writing,
      ),
    ),
    ...section(
      words.say('page.dashboard.air'),
      figureTable(
        barns.filter((barn) => barn.text('climate.ts') !== undefined).map(withLastAir),
        [
          ['barn', 'page.col.barn', 'text'],
          ['climate.temp', 'page.label.temperature', 'celsius'],
          ['climate.humidity', 'page.col.humidity', 'percent'],
          ['climate.nh3', 'page.col.nh3', 'number'],
          ['climate.co2', 'page.col.co2', 'number'],
          ['climate.status', 'page.col.state', 'word:air'],
          ['climate.ageMinutes', 'page.col.measured', 'span'],
        ],
        writing,
      ),
    ),
    ...section(words.name('status', 'partial'), missingBlocks(answer)),
  ];
}

/** Without a current reading the last values are shown, with the state and the age that say so. */
function withLastAir(barn: Facts): Facts {
  const last = (name: string) => barn.number(name.replace(/^climate\./, 'climate.last.'));
  return { ...barn, number: (name) => barn.number(name) ?? last(name) };
}

const COMMAND_INDENT = 5;

/** One line each, with the command that does it. */
function todo(answer: Facts): readonly Block[] {
  return answer.list('todo').flatMap((item): readonly Block[] => {
    const text = joinParts([item.text('title'), item.texts('why')[0]]);
    const mark = severityMark(item.text('severity')) ?? 'info';
    return [{ kind: 'text', mark, text }, ...fixBlock(item, 'action', COMMAND_INDENT)];
  });
}
