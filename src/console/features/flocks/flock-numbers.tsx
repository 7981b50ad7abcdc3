import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import { findSection, insightsQuery, type SectionOf } from '../../api/insights.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { type Bound, Figure, FigureList, isLiveAtMost } from '../../ui/figures.tsx';
import { Answered, Empty, Section, useCan } from '../../ui/page.tsx';
import { useWeightNote } from '../../ui/weight-note.ts';
import { Words } from '../../ui/words.tsx';

/** A figure of the section `benchmark`. */
type Metric = 'fcr' | 'epef' | 'henDay';

const BOUNDS = { estimated: 'about', at_least: 'atLeast', at_most: 'atMost' } as const;

function findBound({ certainty }: SectionOf<'benchmark'>['rows'][number]): Bound | undefined {
  return certainty === null || certainty === 'exact' ? undefined : BOUNDS[certainty];
}

/** The main numbers of a flock, each compared with its standard. */
export function FlockNumbers({ flock }: { readonly flock: Row<'flocks'> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const weightNote = useWeightNote();
  const insights = useInsights(flock);
  const rows = findSection(insights.data, 'benchmark')?.rows ?? [];
  const deathsNote = ({ cumMortalityPct, mortalityDays, mortalityDaysUnlogged }: typeof flock) => {
    if (cumMortalityPct === null) return undefined;
    const pct = formats.percent(cumMortalityPct);
    const unlogged = mortalityDaysUnlogged ?? 0;
    return unlogged === 0
      ? pct
      : text('flock.atLeast', { pct, unlogged, days: mortalityDays ?? 0 });
  };
  const compared = (metric: Metric) => {
    return rows.find((row) => row.flockId === flock.id && row.metric === metric);
  };
  const againstStandard = (metric: Metric, write: (value: number) => string) => {
    const standard = compared(metric)?.breedStandard ?? null;
    return standard === null ? undefined : text('flock.standard', { value: write(standard) });
  };
  const { live, cumMortality, weightG, mortalityDaysUnlogged } = flock;
  const [fcr, epef, henDay] = [compared('fcr'), compared('epef'), compared('henDay')];
  return (
    <FigureList>
      <Figure name="figure.birds" value={live} bound={isLiveAtMost(flock) && 'atMost'} />
      <Figure
        name="flock.dead"
        value={cumMortality}
        bound={(mortalityDaysUnlogged ?? 0) > 0 && 'atLeast'}
        note={deathsNote(flock)}
      />
      <Figure name="barn.weight" value={weightG} unit="g" note={weightNote(flock)} />
      {fcr && (
        <Figure
          name="flock.fcr"
          value={fcr.value}
          shown={fcr.value === null ? undefined : formats.ratio(fcr.value)}
          bound={findBound(fcr)}
          note={againstStandard('fcr', formats.ratio)}
        />
      )}
      {epef && (
        <Figure
          name="flock.epef"
          value={epef.value}
          bound={findBound(epef)}
          note={againstStandard('epef', (value) => formats.number(value, 0))}
        />
      )}
      {henDay && (
        <Figure
          name="flock.henDay"
          value={henDay.value}
          shown={henDay.value === null ? undefined : formats.percent(henDay.value)}
          bound={findBound(henDay)}
          note={againstStandard('henDay', (value) => formats.number(value, 1))}
        />
      )}
    </FigureList>
  );
}

/** Profit of the flock: recorded so far, and expected at the day of sale. */
export function FlockMoney({ flock }: { readonly flock: Row<'flocks'> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const insights = useInsights(flock);
  const maySee = useCan()('read:sales');
  if (!maySee) return null;
  return (
    <Section title={text('flock.money')}>
      <Answered query={insights}>
        {(answer) => {
          const found = findSection(answer, 'profit')?.flocks.find(
            ({ flockId }) => flockId === flock.id,
          );
          if (!found) return <Empty>{text('flock.noMoney')}</Empty>;
          const amount = (name: TextName, value: number | null, note?: string) => (
            <Figure
              name={name}
              value={value}
              shown={value === null ? undefined : formats.money(value, answer.currency)}
              note={note}
            />
          );
          const { projected } = found;
          return (
            <>
              <FigureList>
                {amount('flock.revenue', found.revenue)}
                {amount('flock.cost', found.totalCost)}
                {amount('flock.profit', found.profit, text('flock.recorded'))}
                {projected &&
                  amount(
                    'flock.expected',
                    projected.profit,
                    text('flock.onDay', { day: formats.day(projected.date) }),
                  )}
                <Figure
                  name="flock.costPerKg"
                  value={found.costPerKg}
                  shown={
                    found.costPerKg === null
                      ? undefined
                      : formats.price(found.costPerKg, answer.currency)
                  }
                />
              </FigureList>
              {[found.feedInStockNote, projected?.feedInStockNote].map(
                (note) =>
                  note && (
                    <p key={note}>
                      <Words>{note}</Words>
                    </p>
                  ),
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}

/** The insights displayed on the screen of a flock. */
export function useInsights({ farmId }: Row<'flocks'>) {
  const { language } = useLanguage().wording;
  return useQuery(
    insightsQuery({ farmId: farmId ?? '', include: 'profit,benchmark,weights' }, language),
  );
}
