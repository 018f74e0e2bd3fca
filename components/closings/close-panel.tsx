'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status } from '#components/ui/status.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Amount } from '#lib/closings/contract.ts';
import { allClosings, type DayDetail, differencesOptions } from '#lib/closings/queries.ts';
import type { DifferenceState } from '#lib/closings/rules.ts';
import { AmountText, differenceName, RULED, useDayLabel } from './closing-labels.tsx';
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

type Signed = {
  opening: Amount | null;
  in: Amount;
  out: Amount;
  blocks: Amount;
  closing: Amount | null;
  /** Against the balance that the service reports; null: unknown. */
  difference: Amount | null;
};

type FiguresProps = {
  figures: Signed;
  /** Counts of differences, as text or as links to them. */
  counts: readonly { label: string; value: ReactNode }[];
};

/** What one signs: the balance, the sums, and the counts of differences. */
export function SignedFigures({ figures, counts }: FiguresProps) {
  const t = useTranslations('closings.equation');
  const { opening, closing, difference } = figures;
  const moved = (['in', 'out', 'blocks'] as const).map((side) => ({
    label: t(side),
    value: <AmountText of={figures[side]} direction="signed" />,
  }));
  return (
    <div className="grid gap-2">
      <Facts variant="right" of={[{ label: t('opening'), value: <AmountText of={opening} /> }, ...moved]} />
      <Facts
        variant="right"
        className={RULED}
        of={[
          {
            key: 'closing',
            label: <b>{t('closing')}</b>,
            value: (
              <span className="text-md">
                <AmountText of={closing} />
              </span>
            ),
          },
          {
            label: t('toService'),
            value: difference === null ? t('unknown') : <AmountText of={difference} />,
          },
        ]}
      />
      <Facts variant="right" className={RULED} of={counts} />
    </div>
  );
}

/** Why this operator cannot sign or confirm now; null: they can. */
function useObstacle({ close, differences }: DayDetail): string | null {
  const t = useTranslations('closings.close.obstacle');
  const may = useCan('approve');
  if (!may) return t('permission');
  if (close.obstacle === null) return null;
  return t(close.obstacle, { count: differences?.open ?? 0 });
}

/** The button that signs or confirms, next to the reason why it is off. */
export function CloseButton({ detail }: { detail: DayDetail }) {
  const t = useTranslations('closings.close');
  const obstacle = useObstacle(detail);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { signed, nextVersion } = detail.close;
  return (
    <>
      {obstacle !== null && (
        <span id={id} className="min-w-0 flex-1 text-xs">
          <Status kind="warn" className="[&>span]:whitespace-normal">
            {obstacle}
          </Status>
        </span>
      )}
      <Button
        variant="main"
        icon="finger"
        className="max-wide:flex-1"
        disabled={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : id}
        onClick={() => setOpen(true)}
      >
        {signed !== null
          ? t('confirm')
          : t(nextVersion > 1 ? 'signVersion' : 'sign', { version: nextVersion })}
      </Button>
      {open && <CloseDialog detail={detail} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows what is signed, as it was when the dialog opened: a newer reading is refused by the server. */
function CloseDialog({ detail, onClose }: { detail: DayDetail; onClose: () => void }) {
  const t = useTranslations('closings.close');
  const toast = useToast();
  const dayLabel = useDayLabel();
  const account = useSession().account.slug;
  const [shown] = useState(detail);
  const { day, figures, differences, close } = shown;
  const form = useOperation('POST /closings/{day}/close', {
    params: { day },
    stale: [allClosings(account)],
    onDone: ({ state, version }) => {
      toast(t(`done.${state}`, { day: dayLabel(day), version }));
      onClose();
    },
  });
  return (
    <OperationForm
      form={form}
      onSubmit={() => close.readingId !== null && form.submit({ readingId: close.readingId })}
      onClose={onClose}
      wide
      title={t('dialogTitle', { day: dayLabel(day), version: close.nextVersion })}
      closeLabel={t('without')}
      confirm={t(close.signed === null ? 'sign' : 'confirm')}
      note={t(close.secondPerson && close.signed === null ? 'thenSecond' : 'thenSealed')}
    >
      {close.signed !== null && <p>{t('signedBy', { name: close.signed.by.name })}</p>}
      {figures !== null && (
        <SignedFigures
          figures={figures}
          counts={[
            { label: t('explained'), value: differences?.explained ?? 0 },
            { label: t('resolved'), value: differences?.resolved ?? 0 },
          ]}
        />
      )}
      {differences !== null && differences.explained > 0 && <ExplainedNotes day={day} />}
    </OperationForm>
  );
}

/** The explained differences with their notes, which the signature covers. */
function ExplainedNotes({ day }: { day: string }) {
  const t = useTranslations('closings');
  const account = useSession().account.slug;
  const query = useInfiniteQuery(differencesOptions(account, day, { cause: null, state: 'explained' }));
  const { hasNextPage, fetchNextPage } = query;
  return (
    <section className="grid gap-1 border-t border-line pt-2">
      <h3 className="text-xs">{t('close.notes')}</h3>
      <QueryBody query={query} skeleton={<Skeleton width="70%" />}>
        {({ pages }) => (
          <ul className="grid gap-1 text-xs">
            {pages
              .flatMap(({ items }) => items)
              .map((item) => (
                <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-3">
                  <span>
                    {t(`causes.${item.cause}.name`)} <span className="mono">{differenceName(item)}</span>
                  </span>
                  <AmountText of={item.difference} />
                  <span className="col-span-2 wrap-anywhere text-ink-3">
                    {item.note} {item.by && `(${item.by.name})`}
                  </span>
                </li>
              ))}
          </ul>
        )}
      </QueryBody>
      {hasNextPage && <TextButton onClick={() => void fetchNextPage()}>{t('differences.more')}</TextButton>}
    </section>
  );
}
