'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Facet, Facets } from '#components/ui/segments.tsx';
import { Status } from '#components/ui/status.tsx';
import type { DayDetail } from '#lib/closings/queries.ts';
import { type Cause, DIFFERENCE_STATES, type DifferenceState, sumOf } from '#lib/closings/rules.ts';
import { AmountText, DIFFERENCE_KINDS } from './closing-labels.tsx';
import { DifferenceRows } from './difference-rows.tsx';

type Group = DayDetail['causes'][number];
type Props = {
  detail: DayDetail;
  /** The chosen state; null: all. */
  show: DifferenceState | null;
  onShow: (state: DifferenceState | null) => void;
};

export const DIFFERENCES_ID = 'differences';

/** The day's differences by cause, each with its sum and how many are open, explained and resolved. */
export function Differences({ detail, show, onShow }: Props) {
  const t = useTranslations('closings.differences');
  const id = useId();
  const { causes } = detail;
  const [toggled, setToggled] = useState<ReadonlyMap<Cause, boolean>>(new Map());
  const count = (state: DifferenceState | null) =>
    causes.reduce((sum, group) => sum + countOf(group, state), 0);
  const groups = causes.filter((group) => countOf(group, show) > 0);
  const first = groups.find(({ open }) => open > 0) ?? groups[0];
  return (
    <section id={DIFFERENCES_ID} className={cn(panelVariants(), 'overflow-hidden')} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('title')}</h2>
        <span className="cap">
          {t.rich('open', {
            count: count('open'),
            sum: () => <AmountText of={sumOf(causes.map(({ openSum }) => openSum))} />,
          })}
        </span>
        <span className="cap ml-auto max-wide:hidden">{t('unsigned')}</span>
      </header>
      <Facets
        aria-label={t('show')}
        className="rounded-none border-x-0 border-t-0 max-wide:auto-cols-auto max-wide:grid-flow-row max-wide:grid-cols-2"
      >
        {[null, ...DIFFERENCE_STATES].map((state) => (
          <Facet key={state ?? 'all'} aria-pressed={show === state} onClick={() => onShow(state)}>
            {state === null ? (
              t('all')
            ) : (
              <Status kind={DIFFERENCE_KINDS[state]}>{t(`states.${state}`)}</Status>
            )}
            <b>{count(state)}</b>
          </Facet>
        ))}
      </Facets>
      {groups.length === 0 && (
        <p className="px-panel py-3 text-ink-3">{t(show === null ? 'none' : 'noneOf')}</p>
      )}
      <ul>
        {groups.map((group) => {
          const open = toggled.get(group.cause) ?? group === first;
          return (
            <li key={group.cause} className="not-first:border-t not-first:border-line">
              <GroupHead
                group={group}
                show={show}
                open={open}
                onToggle={() => setToggled(new Map(toggled).set(group.cause, !open))}
              />
              {open && <DifferenceRows detail={detail} cause={group.cause} show={show} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const countOf = (group: Group, state: DifferenceState | null) =>
  state === null ? group.count : group[state];

type HeadProps = Pick<Props, 'show'> & { group: Group; open: boolean; onToggle: () => void };

function GroupHead({ group, show, open, onToggle }: HeadProps) {
  const t = useTranslations('closings');
  const { cause, count, sum, openSum } = group;
  const shown = countOf(group, show);
  // The sums of explained and of resolved differences alone are not known where a cause has both.
  const amount = shown === count ? sum : show === 'open' ? openSum : null;
  return (
    <h3 className="font-normal">
      <button
        type="button"
        className={cn(
          'grid w-full grid-cols-[1rem_minmax(0,1fr)_2.5rem_7.5rem_8rem] items-start gap-x-3 px-panel py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2',
          '@max-[37.5rem]/room:grid-cols-[1rem_minmax(0,1fr)_max-content] @max-[37.5rem]/room:gap-x-2 @max-[37.5rem]/room:py-3',
          open && 'border-b border-line-strong bg-paper',
        )}
        aria-expanded={open}
        onClick={onToggle}
      >
        <Icon name={open ? 'down' : 'right'} size="s" className="mt-1 text-ink-3" />
        <span>
          <b className="block">{t(`causes.${cause}.name`)}</b>
          <small className="block text-xs text-ink-3">{t(`causes.${cause}.description`)}</small>
        </span>
        <span className="text-right text-ink @max-[37.5rem]/room:hidden">{shown}</span>
        <span className="text-right">{amount && <AmountText of={amount} />}</span>
        <span className="@max-[37.5rem]/room:col-[2/4]">
          <GroupState group={group} />
        </span>
      </button>
    </h3>
  );
}

/** The most urgent state of a cause's differences, and how many others it has. */
function GroupState({ group }: { group: Group }) {
  const t = useTranslations('closings.differences.group');
  const states = DIFFERENCE_STATES.filter((state) => group[state] > 0);
  return states.map((state, index) => {
    const label = t(state, { count: group[state], of: group.count });
    if (index === 0)
      return (
        <Status key={state} kind={DIFFERENCE_KINDS[state]}>
          {label}
        </Status>
      );
    return (
      <small key={state} className="block text-xs text-ink-3">
        {label}
      </small>
    );
  });
}
