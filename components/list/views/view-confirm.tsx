'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { periodOf, toViewFilters } from '#lib/list/view-filters.ts';
import { presetOf } from '#lib/period.ts';
import type { SavedView, ViewChange } from '#lib/views/contract.ts';
import { MovingPeriod } from './moving-period.tsx';
import { useViewChange } from './use-view-change.tsx';
import type { Views } from './use-views.ts';
import { ViewContent } from './view-content.tsx';

type Step = 'update' | 'share' | 'unshare' | 'delete';
type Props = { step: Step; view: SavedView; views: Views; onClose: () => void };

/** Says what will happen to the view, and to others who use it, before it does. */
export function ViewConfirm({ step, view, views, onClose }: Props) {
  const t = useTranslations('views');
  const [moving, setMoving] = useState(true);
  const { present, leave } = views;
  const { ways, done, refused } = useViewChange(views, onClose);
  const params = { id: view.id };
  const onDone = () => done(`${step}.done`, step === 'delete' ? leave : undefined);
  const change = useOperation('PATCH /api/settings/views/{id}', { ...ways, params, onDone });
  const removal = useOperation('DELETE /api/settings/views/{id}', { ...ways, params, onDone });
  const preset = step === 'update' ? presetOf(periodOf(present.filters), present.today) : null;
  const form = step === 'delete' ? removal : change;
  const { version } = view;
  const submit = () =>
    step === 'delete'
      ? removal.submit(undefined)
      : change.submit({ version, ...changeOf(step, present, moving) });
  return (
    <OperationForm
      form={form}
      title={t(`${step}.title`, { name: view.name })}
      confirm={t(`${step}.button`)}
      danger={step === 'delete'}
      refused={refused(form.problem)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Consequence step={step} view={view} />
      {preset !== null && (
        <MovingPeriod preset={preset} present={present} moving={moving} onMoving={setMoving} />
      )}
      {step === 'update' && <ViewContent views={views} period={preset === null} />}
    </OperationForm>
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

function changeOf(step: Step, present: Views['present'], moving: boolean): Omit<ViewChange, 'version'> {
  if (step !== 'update') return { shared: step === 'share' };
  const filters = toViewFilters(present.filters, present.today, moving);
  return { filters, columns: [...present.columns] };
}
