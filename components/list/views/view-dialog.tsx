import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Facts } from '#components/ui/facts.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type Preset, presetOf } from '#lib/core/dates.ts';
import type { Problem } from '#lib/core/errors.ts';
import { periodOf, toViewFilters } from '#lib/list/view-filters.ts';
import type { SavedView, ViewChange } from '#lib/views/contract.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewsOptions } from '#lib/views/queries.ts';
import { newViewForm, viewNameForm } from '#lib/views/view-form.ts';
import { useSpanLabels } from '../filters/period-chip.tsx';
import { isSet } from '../filters/typed.ts';
import { useFilterName, useShownValue } from '../filters/use-list-filters.ts';
import { useViews, type Views, type ViewsOf, type ViewTask } from './use-views.ts';

type Step = Exclude<ViewTask['do'], 'save' | 'rename'>;
type Props = { views: Views; onClose: () => void };
type ViewProps = Props & { view: SavedView };
type Present = Pick<Views, 'present'>;
type MovingPeriodProps = Present & { preset: Preset; moving: boolean; onMoving: (moving: boolean) => void };

/** Lets the operator choose between a moving period ("7 days") and its current fixed days. */
function MovingPeriod({ preset, present, moving, onMoving }: MovingPeriodProps) {
  const t = useTranslations('views.period');
  const period = useTranslations('list.period');
  const days = useSpanLabels()(periodOf(present.filters), present.today);
  return (
    <ChoiceField
      label={t('label')}
      value={moving ? 'moving' : 'fixed'}
      onChange={(next) => onMoving(next === 'moving')}
      options={[
        { value: 'moving', label: period(preset) },
        { value: 'fixed', label: days },
      ]}
    >
      <p className={fieldAnswer()}>{t(moving ? 'movingHint' : 'fixedHint')}</p>
    </ChoiceField>
  );
}

type DoneMessage = 'saved' | 'renamed' | `${Step}.done`;

/** Shared by all changes of views: refreshes the menu before the toast, and after a refusal. */
function useViewChange({ page }: Views, onClose: () => void) {
  const t = useTranslations('views');
  const toast = useToast();
  const account = placeOf(page, useSession().account.slug);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: viewsOptions(account, page).queryKey });
  return {
    formOptions: { proof: 'none' as const, onRefused: refresh },
    /** `then` runs after the refresh and before the dialog closes. */
    done: async (message: DoneMessage, then: () => void = () => {}) => {
      await refresh();
      then();
      toast(t(message));
      onClose();
    },
    /** The message for a view that somebody else changed meanwhile; null for other refusals. */
    refused: (problem: Problem | null): ReactNode =>
      problem?.code === 'conflict' && problem.fields === undefined ? (
        <p role="alert" className="text-danger-ink">
          {t('conflict')}
        </p>
      ) : null,
  };
}

/** Confirms a change: states what happens to the view and to other people who use it. */
function ViewConfirm({ step, view, views, onClose }: ViewProps & { step: Step }) {
  const t = useTranslations('views');
  const [moving, setMoving] = useState(true);
  const { present, leave } = views;
  const { formOptions, done, refused } = useViewChange(views, onClose);
  const params = { id: view.id };
  const onDone = () => done(`${step}.done`, step === 'delete' ? leave : undefined);
  const change = useOperation('PATCH /api/settings/views/{id}', { ...formOptions, params, onDone });
  const removal = useOperation('DELETE /api/settings/views/{id}', { ...formOptions, params, onDone });
  const preset = step === 'update' ? presetOf(periodOf(present.filters), present.today) : null;
  const form = step === 'delete' ? removal : change;
  const { version, shared, mine, owner } = view;
  const own = step === 'unshare' && mine ? t('unshare.textMine') : t(`${step}.text`, { owner: owner.name });
  const others = shared && (step === 'update' || step === 'delete') ? t(`${step}.shared`) : null;
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
      <p>
        {own} {others}
      </p>
      {preset !== null && (
        <MovingPeriod preset={preset} present={present} moving={moving} onMoving={setMoving} />
      )}
      {step === 'update' && <ViewContent views={views} period={preset === null} />}
    </OperationForm>
  );
}

function changeOf(step: Step, present: Views['present'], moving: boolean): Omit<ViewChange, 'version'> {
  if (step !== 'update') return { shared: step === 'share' };
  const filters = toViewFilters(present.filters, present.today, moving);
  return { filters, columns: [...present.columns] };
}

function NewViewForm({ views, onClose }: Props) {
  const t = useTranslations('views');
  const { present, page, choose } = views;
  const account = placeOf(page, useSession().account.slug);
  const { formOptions, done } = useViewChange(views, onClose);
  const { name, errorText } = useNameLabels();
  const form = useOperationForm('POST /api/settings/views', newViewForm, {
    ...formOptions,
    facts: { account, page, ...present },
    errorText,
    stored: false,
    onDone: (view) => done('saved', () => choose(view)),
  });
  const preset = presetOf(periodOf(present.filters), present.today);
  const { value: moving, onChange: onMoving } = form.at('moving');
  const labels = {
    name,
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
      <OperationFields form={form} labels={labels} />
      <ViewContent views={views} period={preset === null} />
    </OperationForm>
  );
}

function ViewNameForm({ view, views, onClose }: ViewProps) {
  const t = useTranslations('views');
  const { formOptions, done, refused } = useViewChange(views, onClose);
  const { name, errorText } = useNameLabels();
  const form = useOperationForm('PATCH /api/settings/views/{id}', viewNameForm, {
    ...formOptions,
    params: { id: view.id },
    facts: { version: view.version },
    first: { name: view.name },
    errorText,
    stored: false,
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
      <OperationFields form={form} labels={{ name }} />
    </OperationForm>
  );
}

/** Texts of a view's name, and of its errors: missing, used by another own view, or too many views. */
function useNameLabels() {
  const t = useTranslations('views.name');
  const rule = (length: number, most: number) => t('rule', { length, most });
  return {
    name: { label: t('label'), hint: t('hint'), focus: true, rule },
    errorText: (code: string) => (t.has(code) ? t(code as 'taken') : code),
  };
}

/**
 * What is saved from this screen: every filter with its value, and the columns. False `period`: chosen above.
 */
function ViewContent({ views: { present, columnName }, period }: { views: Views; period: boolean }) {
  const t = useTranslations('views.content');
  const nameOf = useFilterName();
  const shownValue = useShownValue(present);
  const spanLabel = useSpanLabels();
  const { filters, stored, fields } = present;
  const rows = fields
    .filter((field) => isSet(field, filters, stored))
    .map((field) => ({ label: nameOf(field.name), value: shownValue(field, true) }));
  const span = periodOf(filters);
  const whole = span.from === null && span.to === null;
  if (period && !whole) rows.unshift({ label: nameOf('period'), value: spanLabel(span, present.today) });
  return (
    <section aria-label={t('label')}>
      <Facts
        of={[
          ...rows,
          { label: t('filters'), value: rows.length === 0 && whole && t('noFilters') },
          {
            label: t('columns'),
            value: present.columns.map((column, at) => (
              <Fragment key={column}>
                {at > 0 && ', '}
                {columnName(column)}
              </Fragment>
            )),
          },
        ]}
      />
      {Boolean(filters.f) && <p className="mt-2 text-xs text-ink-3">{t('private')}</p>}
    </section>
  );
}

export function ViewDialog({ task, of, onClose }: { task: ViewTask; of: ViewsOf; onClose: () => void }) {
  const views = useViews(of);
  if (task.do === 'save') return <NewViewForm views={views} onClose={onClose} />;
  // The latest version: somebody else may have changed it since the menu was opened.
  const view = [...views.mine, ...views.others].find(({ id }) => id === task.view.id) ?? task.view;
  const props = { view, views, onClose };
  return task.do === 'rename' ? <ViewNameForm {...props} /> : <ViewConfirm step={task.do} {...props} />;
}
