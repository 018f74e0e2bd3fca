'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { TextButton } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import type { DayDetail } from '#lib/closings/queries.ts';
import type { DifferenceState } from '#lib/closings/rules.ts';
import { CloseButton, SignedFigures } from './close-day.tsx';
import { useDayLabel } from './closing-labels.tsx';
import type { Figures } from './equation.tsx';

type Props = { detail: DayDetail; figures: Figures; onShow: (state: DifferenceState) => void };

/** What one signs, the steps until the day is sealed, and the button of the next one. */
export function ClosePanel({ detail, figures, onShow }: Props) {
  const t = useTranslations('closings.close');
  const dayLabel = useDayLabel();
  const { differences, close } = detail;
  const counts = (['explained', 'resolved', 'open'] as const).map((state) => {
    const count = differences?.[state] ?? 0;
    return {
      label: t(state),
      value: count === 0 ? 0 : <TextButton onClick={() => onShow(state)}>{count}</TextButton>,
    };
  });
  return (
    <Panel
      local
      title={t('title', { day: dayLabel(detail.day) })}
      note={t('version', { version: close.nextVersion })}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <CloseButton detail={detail} />
        </div>
      }
    >
      <div className="grid gap-3">
        <SignedFigures figures={figures} counts={counts} />
        <div className="border-t border-line pt-3">
          <Steps label={t('steps.label')} steps={useSteps(detail)} />
        </div>
      </div>
    </Panel>
  );
}

/** Explain, sign, confirm where the account asks for a second person, sealed. */
function useSteps({ differences, close: { secondPerson, signed, confirmers } }: DayDetail): Step[] {
  const t = useTranslations('closings.close.steps');
  const format = useFormatter();
  const open = differences?.open ?? 0;
  const names = format.list(
    confirmers.map(({ name }) => name),
    { type: 'disjunction' },
  );
  const done = [open === 0, signed !== null, false, false];
  const all = [
    { id: 'explain', title: open === 0 ? t('explained') : t('explain', { count: open }) },
    signed === null
      ? { id: 'sign', title: t('sign') }
      : {
          id: 'sign',
          title: t('signed', { name: signed.by.name }),
          note: <Instant at={signed.at} variant="full" />,
        },
    { id: 'confirm', title: t('confirm'), note: names === '' ? t('nobody') : names },
    { id: 'seal', title: t('seal'), note: t('hash') },
  ];
  const current = done.indexOf(false);
  const stateOf = (index: number): Step['state'] => {
    if (done[index]) return 'done';
    return index === current ? 'current' : 'later';
  };
  return all
    .map((step, index) => ({ ...step, state: stateOf(index) }))
    .filter(({ id }) => id !== 'confirm' || secondPerson);
}
