'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { periodOf, toViewFilters } from '#lib/list/view-filters.ts';
import { presetOf } from '#lib/period.ts';
import type { SavedView } from '#lib/views/contract.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import { MovingPeriod } from './moving-period.tsx';
import { useViewChange, type ViewIntent } from './use-view-change.ts';
import type { ViewTask } from './use-view-items.tsx';
import type { Views } from './use-views.ts';
import { Footer, Refusal } from './view-form.tsx';
import { ViewKeeps } from './view-keeps.tsx';

type Step = 'update' | 'share' | 'unshare' | 'delete';
type Props = {
  task: { do: Step; view: SavedView } | ViewTask;
  views: Views;
  state: FilterState;
  onClose: () => void;
};

/** Says what will happen to the view, and to others who use it, before it does. */
export function ViewConfirm({ task, views, state, onClose }: Props) {
  const t = useTranslations('views');
  const toast = useToast();
  const id = useId();
  const [moving, setMoving] = useState(true);
  const step = task.do as Step;
  const given = 'view' in task ? task.view : null;
  const view = [...views.mine, ...views.others].find((one) => one.id === given?.id) ?? given;
  const { present } = views;
  const change = useViewChange(views.page, () => {
    if (step === 'delete') views.leave();
    toast(t(`${step}.done`));
    onClose();
  });
  if (view === null) return null;
  const preset = step === 'update' ? presetOf(periodOf(present.filters), present.today) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${step}.title`, { name: view.name })}
      footer={
        <Footer
          form={id}
          label={t(`${step}.button`)}
          busy={change.isPending}
          danger={step === 'delete'}
          focus={step === 'delete' ? 'back' : 'act'}
          onClose={onClose}
        />
      }
    >
      <form
        id={id}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) change.mutate(intentOf(step, view, present, moving));
        }}
      >
        <Consequence step={step} view={view} />
        {preset !== null && (
          <MovingPeriod preset={preset} present={present} moving={moving} onMoving={setMoving} />
        )}
        {step === 'update' && <ViewKeeps state={state} views={views} period={preset === null} />}
        {change.error !== null && <Refusal error={change.error} />}
      </form>
    </Dialog>
  );
}

function Consequence({ step, view }: { step: Step; view: SavedView }) {
  const t = useTranslations('views');
  const own =
    step === 'unshare' && !view.mine
      ? t('unshare.text', { owner: view.owner.name })
      : step === 'unshare'
        ? t('unshare.textMine')
        : t(`${step}.text`);
  const others = view.shared && (step === 'update' || step === 'delete') ? t(`${step}.shared`) : null;
  return (
    <p>
      {own} {others}
    </p>
  );
}

function intentOf(step: Step, view: SavedView, present: Views['present'], moving: boolean): ViewIntent {
  switch (step) {
    case 'delete':
      return { do: 'delete', view };
    case 'share':
    case 'unshare':
      return { do: 'change', view, to: { shared: step === 'share' } };
    case 'update': {
      const filters = toViewFilters(present.filters, present.today, moving);
      return { do: 'change', view, to: { filters, columns: [...present.columns] } };
    }
  }
}
