import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { StepUpCancelled, useStepUp } from '#components/app-shell/step-up-context.ts';
import { ReportView } from '#components/doctor/doctor-result.tsx';
import { type FormOfChange, OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { slugFault, slugOf } from '#lib/accounts/rules.ts';
import { CallError, call } from '#lib/api/client.ts';
import type { Connection, Report } from '#lib/connections/queries.ts';
import { ACCOUNT_KINDS, type AccountKind } from '#lib/core/account-kinds.ts';
import { Refusal, useAccountChange, useFieldErrorLabels } from './account-change.tsx';
import { type CredentialDraft, credentialForm, newAccountForm } from './account-forms.ts';
import { CredentialFields } from './credential-fields.tsx';

type NewProps = { others: readonly Connection[]; onClose: () => void; onSaved: (slug: string) => void };

/** Adds a connection. It can be tested before it is saved. */
export function NewSheet({ others, onClose, onSaved }: NewProps) {
  const t = useTranslations('accounts');
  const { finish, stale } = useAccountChange(() => onSaved(form.values.slug));
  const form = useOperationForm('POST /api/settings/accounts', newAccountForm, {
    facts: null,
    stale,
    onDone: () => finish(t('form.saved')),
  });
  const { kind, name, slug } = form.values;
  const taken = others.filter(({ simulator }) => !simulator).map((other) => other.slug);
  const slugError = slug === '' ? null : taken.includes(slug) ? 'taken' : slugFault(slug);
  return (
    <ConnectionForm
      title={t('form.newTitle')}
      confirm={t('form.newConfirm')}
      kind={kind}
      form={form}
      test={(body) => call('POST /api/settings/accounts/test', { body })}
      note={
        taken.length === 0 && (
          <Callout variant="thin" tone="warn">
            {t('form.endsReady')}
          </Callout>
        )
      }
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <ChoiceField
            label={t('form.kind')}
            value={kind}
            // A change of kind clears the credential, whose fields belong to one kind.
            onChange={(next) => form.set({ kind: next, credentials: {} })}
            options={ACCOUNT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          >
            <p className={fieldAnswer()}>{t(`kindLabels.${kind}`)}</p>
          </ChoiceField>
          <PlainField
            label={t('form.name')}
            hint={t('form.nameHint')}
            error={errorAt('name')}
            maxLength={60}
            value={name}
            // The slug follows the name until it is typed.
            onChange={(next) => form.set({ name: next, slug: slug === slugOf(name) ? slugOf(next) : slug })}
          />
          <PlainField
            label={t('form.slug')}
            hint={t('form.slugHint', { slug: slug || '…' })}
            error={slugError === null ? errorAt('slug') : t(`error.${slugError}`)}
            mono
            maxLength={31}
            value={slug}
            onChange={(next) => form.set({ slug: next })}
          />
        </>
      )}
    </ConnectionForm>
  );
}

type ReplaceProps = { account: Connection; onClose: () => void };

/** Replaces the whole credential. Nothing of the old one is shown or reused. */
export function CredentialSheet({ account, onClose }: ReplaceProps) {
  const t = useTranslations('accounts.replace');
  if (account.origin === 'settings') return <Replace account={account} onClose={onClose} />;
  const title = t('title', { name: account.name });
  return (
    <Drawer label={title} title={title} onClose={onClose} focusOnOpen>
      <section className="border-0">
        <Callout>{t(account.origin)}</Callout>
      </section>
    </Drawer>
  );
}

function Replace({ account: { id, name, kind, environment, baseUrl, credential }, onClose }: ReplaceProps) {
  const t = useTranslations('accounts.replace');
  const { auth, clientId, sandboxUrl } = credential;
  const open = Object.entries({ auth, clientId, sandboxUrl }).filter(([, value]) => value !== null);
  const params = { id };
  const { finish, stale } = useAccountChange(onClose);
  const form = useOperationForm('PUT /api/settings/accounts/{id}/credential', credentialForm, {
    params,
    facts: null,
    first: { environment, baseUrl, credentials: Object.fromEntries(open) as Record<string, string> },
    stale,
    onDone: () => finish(t('saved')),
  });
  return (
    <ConnectionForm
      title={t('title', { name })}
      confirm={t('confirm')}
      kind={kind}
      form={form}
      test={(body) => call('POST /api/settings/accounts/{id}/test', { params, body })}
      onClose={onClose}
    >
      {() => <p className="text-xs text-ink-3">{t('description')}</p>}
    </ConnectionForm>
  );
}

type Props<Values extends CredentialDraft> = {
  title: string;
  confirm: string;
  kind: AccountKind;
  form: FormOfChange & {
    values: Values;
    set: (draft: CredentialDraft) => void;
    submit: () => unknown;
  };
  test: (values: Values) => Promise<Report>;
  note?: ReactNode;
  onClose: () => void;
  /** Content above the fields of the credential. */
  children: (errorAt: (field: string) => string | null) => ReactNode;
};

function ConnectionForm<Values extends CredentialDraft>({ form, test, ...props }: Props<Values>) {
  const t = useTranslations('accounts.form');
  const labelOf = useFieldErrorLabels();
  const trial = useTrial(form.values, test);
  const error = form.error ?? trial.error;
  const problem = error instanceof CallError ? error.problem : null;
  const errorAt = (member: string) => {
    const code = problem?.fields?.find(({ field }) => field === member)?.message;
    return code === undefined ? null : labelOf(code);
  };
  return (
    <OperationForm
      form={form}
      as="drawer"
      title={props.title}
      confirm={props.confirm}
      onClose={props.onClose}
      refused={problem?.code !== 'invalid_request' && !form.shownAtFields && <Refusal error={error} />}
      note={trial.report === undefined && t('untested')}
      actions={
        <Button
          onClick={() => trial.busy || trial.start()}
          aria-disabled={trial.busy || undefined}
          aria-busy={trial.busy || undefined}
        >
          {trial.busy ? t('testing') : t('test')}
        </Button>
      }
      below={
        trial.report !== undefined && (
          <section aria-live="polite">
            <h3>{t('tested')}</h3>
            <ReportView report={trial.report} />
          </section>
        )
      }
    >
      {props.children(errorAt)}
      <CredentialFields kind={props.kind} draft={form.values} onChange={form.set} errorAt={errorAt} />
      <Callout variant="thin" icon="lock">
        {t('once')}
      </Callout>
      {props.note}
    </OperationForm>
  );
}

/** Runs the doctor on the typed values, with step-up for the typed address. An edit discards the report. */
function useTrial<Body>(body: Body, test: (body: Body) => Promise<Report>) {
  const { withProof } = useStepUp();
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: (typed: Body) => withProof(() => test(typed)),
    gcTime: 0,
  });
  const same = JSON.stringify(variables) === JSON.stringify(body);
  return {
    report: same ? data : undefined,
    error: same && !(error instanceof StepUpCancelled) ? error : null,
    busy: isPending,
    start: () => mutate(body),
  };
}
