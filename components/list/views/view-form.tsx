'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { periodOf, toViewFilters } from '#lib/list/view-filters.ts';
import { presetOf } from '#lib/period.ts';
import type { FilterState } from '../filters/use-list-filters.ts';
import { MovingPeriod } from './moving-period.tsx';
import { isConflict, nameFault, useViewChange } from './use-view-change.ts';
import type { ViewTask } from './use-view-items.tsx';
import type { Views } from './use-views.ts';
import { ViewKeeps } from './view-keeps.tsx';

const MOST = 60;
type Props = {
  task: Extract<ViewTask, { do: 'save' }> | Exclude<ViewTask, { do: 'save' }>;
  views: Views;
  state: FilterState;
  onClose: () => void;
};

/** A new view of what is on screen, or another name for one. */
export function ViewForm({ task, views, state, onClose }: Props) {
  const t = useTranslations('views');
  const toast = useToast();
  const id = useId();
  // The newest version of it: somebody else may have changed it since the menu was opened.
  const before =
    task.do === 'save' ? null : ([...views.mine, ...views.others].find(same(task.view)) ?? task.view);
  const [name, setName] = useState(before?.name ?? '');
  const [shared, setShared] = useState(false);
  const [moving, setMoving] = useState(true);
  const [tried, setTried] = useState(false);
  const { present } = views;
  const change = useViewChange(views.page, (view) => {
    if (view !== null && before === null) views.choose(view);
    toast(t(before === null ? 'saved' : 'renamed'));
    onClose();
  });
  const preset = before === null ? presetOf(periodOf(present.filters), present.today) : null;
  const trimmed = name.trim();
  const submit = () => {
    setTried(true);
    if (trimmed === '' || change.isPending) return;
    if (before !== null) return change.mutate({ do: 'change', view: before, to: { name: trimmed } });
    const filters = toViewFilters(present.filters, present.today, moving);
    change.mutate({ do: 'create', name: trimmed, shared, filters, columns: present.columns });
  };
  const title = before === null ? t('save.title') : t('rename.title', { name: before.name });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <Footer
          form={id}
          label={t(`${task.do as 'save'}.button`)}
          busy={change.isPending}
          onClose={onClose}
        />
      }
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <NameField name={name} onName={setName} error={change.error} empty={tried && trimmed === ''} />
        {before === null && (
          <>
            {preset !== null && (
              <MovingPeriod preset={preset} present={present} moving={moving} onMoving={setMoving} />
            )}
            <CheckLine checked={shared} onChange={(event) => setShared(event.target.checked)}>
              {t('share.label')}
              <span className="block text-xs text-ink-3">{t('share.hint')}</span>
            </CheckLine>
            <ViewKeeps state={state} views={views} period={preset === null} />
          </>
        )}
        {change.error !== null && nameFault(change.error) === null && <Refusal error={change.error} />}
      </form>
    </Dialog>
  );
}

const same = (one: { id: string }) => (other: { id: string }) => one.id === other.id;

type NameProps = { name: string; onName: (next: string) => void; error: unknown; empty: boolean };

function NameField({ name, onName, error, empty }: NameProps) {
  const t = useTranslations('views.name');
  const id = useId();
  const fault = nameFault(error);
  const words = empty ? t('empty') : fault === null ? null : t(fault);
  return (
    <Field
      id={id}
      label={t('label')}
      rule={t('rule', { length: name.trim().length, most: MOST })}
      hint={t('hint')}
      error={words}
    >
      <Input
        id={id}
        value={name}
        maxLength={MOST}
        required
        autoComplete="off"
        data-autofocus
        aria-invalid={words !== null}
        aria-describedby={`${id}-answer`}
        onChange={(event) => onName(event.target.value)}
      />
    </Field>
  );
}

export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('views');
  return isConflict(error) ? (
    <p role="alert" className="text-danger-ink">
      {t('conflict')}
    </p>
  ) : (
    <ErrorCard error={error} />
  );
}

type FooterProps = {
  form: string;
  label: string;
  busy: boolean;
  danger?: boolean;
  /** Which button is focused first: Back where what follows cannot be undone. None where a field is. */
  focus?: 'back' | 'act';
  onClose: () => void;
};

export function Footer({ form, label, busy, danger = false, focus, onClose }: FooterProps) {
  const t = useTranslations('common');
  return (
    <>
      <Button onClick={onClose} data-autofocus={focus === 'back' || undefined}>
        {t('back')}
      </Button>
      <Button
        type="submit"
        form={form}
        variant={danger ? 'danger' : 'main'}
        aria-disabled={busy || undefined}
        aria-busy={busy}
        data-autofocus={focus === 'act' || undefined}
      >
        {label}
      </Button>
    </>
  );
}
