'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { presetOf } from '#lib/period.ts';
import type { SavedView } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { newViewForm, viewNameForm } from '#lib/views/view-form.ts';
import { MovingPeriod } from './moving-period.tsx';
import { useViewChange } from './use-view-change.tsx';
import type { Views } from './use-views.ts';
import { ViewContent } from './view-content.tsx';

type Props = { views: Views; onClose: () => void };

/** A new view of what is on screen. */
export function NewViewForm({ views, onClose }: Props) {
  const t = useTranslations('views');
  const { present, page, choose } = views;
  const account = placeOf(page, useSession().account.slug);
  const { ways, done } = useViewChange(views, onClose);
  const form = useOperationForm('POST /api/settings/views', newViewForm, {
    ...ways,
    facts: { account, page, ...present },
    words: useNameFaults(),
    kept: false,
    onDone: (view) => done('saved', () => choose(view)),
  });
  const preset = presetOf(periodOf(present.filters), present.today);
  const { value: moving, onChange: onMoving } = form.at('moving');
  const words = {
    name: useNameLabels(),
    moving: preset && <MovingPeriod preset={preset} present={present} moving={moving} onMoving={onMoving} />,
    shared: { label: t('share.label'), hint: t('share.hint') },
  };
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('save.title')}
      confirm={t('save.button')}
      fieldsFirst
    >
      <OperationFields form={form} words={words} />
      <ViewContent views={views} period={preset === null} />
    </OperationForm>
  );
}

/** Another name for a view. */
export function ViewNameForm({ view, views, onClose }: Props & { view: SavedView }) {
  const t = useTranslations('views');
  const { ways, done, refused } = useViewChange(views, onClose);
  const form = useOperationForm('PATCH /api/settings/views/{id}', viewNameForm, {
    ...ways,
    params: { id: view.id },
    facts: { version: view.version },
    first: { name: view.name },
    words: useNameFaults(),
    kept: false,
    onDone: () => done('renamed'),
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('rename.title', { name: view.name })}
      confirm={t('rename.button')}
      fieldsFirst
      refused={refused(form.problem)}
    >
      <OperationFields form={form} words={{ name: useNameLabels() }} />
    </OperationForm>
  );
}

function useNameLabels() {
  const t = useTranslations('views.name');
  return {
    label: t('label'),
    hint: t('hint'),
    focus: true,
    rule: (length: number, most: number) => t('rule', { length, most }),
  };
}

/** None at all, in use by another view of one's own, or one view too many. */
function useNameFaults() {
  const t = useTranslations('views.name');
  return (fault: string) => (t.has(fault) ? t(fault as 'taken') : fault);
}
