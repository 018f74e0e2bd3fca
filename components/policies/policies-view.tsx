'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { PendingRule, UnreadRules } from '#components/accounts/pending-rule.tsx';
import { AuditLink, PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { type Policies, type PoliciesShown, policiesOptions } from '#lib/policies/queries.ts';
import { ApprovalLimits, PolicyLine, PolicyLines } from './approval-limits.tsx';
import { usePolicyLabels } from './policies-summary.tsx';

type Props = { shown: PoliciesShown; changes: PolicyName; onClose: () => void };

function PolicyDialog({ shown, changes, onClose }: Props) {
  const t = useTranslations('policies');
  const toast = useToast();
  const { withoutFactor: _, signOn: __, address, ...now } = shown;
  const facts = { now, changes };
  const form = useOperationForm('PUT /api/settings/policies', policyForm, {
    facts,
    stored: false,
    first: typedPolicies(now),
    errorText: usePolicyErrorText(address),
    stale: [policiesOptions().queryKey],
    onDone() {
      toast(t('edit.saved'));
      onClose();
    },
  });
  const unchanged = JSON.stringify(policyForm.body(form.values, facts)) === JSON.stringify(now);
  const { error: factorError } = form.at('secondFactor');
  const rule = t.has(`edit.${changes}Rule`) ? t(`edit.${changes as 'idleMinutes'}Rule`) : null;
  const label = changes === 'secondFactor' ? null : t(`edit.${changes}`);
  const hint =
    changes === 'allowedNetworks'
      ? t('edit.allowedNetworksHint', { address: address ?? t('edit.unknownAddress') })
      : null;
  return (
    <OperationForm
      form={form}
      onSubmit={() => unchanged || form.submit()}
      onClose={onClose}
      title={t('signIn.changeOf', { name: t(`signIn.${changes}`) })}
      confirm={t('edit.confirm')}
      off={unchanged}
      note={unchanged && t('edit.unchanged')}
      fieldsFirst
    >
      <p>{t(`signIn.${changes}Description`)}</p>
      <OperationFields
        form={form}
        labels={{
          [changes]: { label, rule, hint, focus: true },
          secondFactor: (
            <>
              <Segments
                label={t('signIn.secondFactor')}
                value={form.values.secondFactor}
                onChange={(secondFactor) => form.set({ secondFactor })}
                options={[
                  { value: 'optional', label: t('edit.secondFactorOptional') },
                  { value: 'required', label: t('edit.secondFactorRequired') },
                ]}
              />
              {factorError && <Callout tone="danger" role="alert" title={factorError} />}
            </>
          ),
        }}
      />
    </OperationForm>
  );
}

function usePolicyErrorText(address: string | null) {
  const t = useTranslations('policies');
  return (code: string, field: PolicyName) => {
    if (code === 'range' || code === 'network') return t(`error.${code}`);
    if (code !== 'shuts_out') return t('error.wrong');
    if (field === 'secondFactor') return t('error.factorOut');
    if (field === 'absoluteHours') return t('error.lifeOut');
    return t('error.networkOut', { address: address ?? t('edit.unknownAddress') });
  };
}

function SignInPolicies({ shown }: { shown: PoliciesShown }) {
  const t = useTranslations('policies.signIn');
  const [changes, setChanges] = useState<PolicyName | null>(null);
  const labels = usePolicyLabels(shown);
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      action={<AuditLink of="policies" actions={['policies.change']} />}
    >
      <PolicyLines>
        {SHOWN_POLICIES.map((name) => {
          const policy = POLICY_NAMES.find((one) => one === name);
          return (
            labels[name] && (
              <PolicyLine key={name}>
                <div>
                  <b className="font-semibold">{t(name)}</b>
                  <small className="block text-xs text-ink-3">{t(`${name}Description`)}</small>
                </div>
                <div className="break-words">{labels[name]}</div>
                {policy && (
                  <Button
                    size="sm"
                    aria-label={t('changeOf', { name: t(policy) })}
                    onClick={() => setChanges(policy)}
                  >
                    {t('change')}
                  </Button>
                )}
              </PolicyLine>
            )
          );
        })}
      </PolicyLines>
      {changes !== null && (
        <PolicyDialog key={changes} shown={shown} changes={changes} onClose={() => setChanges(null)} />
      )}
    </Panel>
  );
}

/** Waiting rule changes, approval limits and sign-in policies. `waiting`: decisions shown at the top. */
export function PoliciesView({ waiting }: { waiting?: ReactNode }) {
  const t = useTranslations('policies');
  const policies = useQuery(policiesOptions());
  const connections = useQuery(connectionsOptions());
  const accounts = connections.data?.items ?? [];
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <Page layout="stack">
        <UnreadRules />
        {waiting}
        <QueryBody query={connections} />
        {accounts.map((account) => (
          <PendingRule key={account.id} account={account} />
        ))}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] items-start gap-4">
          <ApprovalLimits accounts={accounts} />
          <div className="grid grid-cols-1 content-start gap-4">
            <QueryBody query={policies} skeleton={<PanelSkeleton title={t('signIn.title')} />}>
              {(shown) => <SignInPolicies shown={shown} />}
            </QueryBody>
          </div>
        </div>
      </Page>
    </PageFrame>
  );
}

type PolicyName = keyof Policies;
export const POLICY_NAMES = [
  'secondFactor',
  'idleMinutes',
  'absoluteHours',
  'passwordLength',
  'allowedNetworks',
] as const satisfies readonly PolicyName[];
const SHOWN_POLICIES = [...POLICY_NAMES, 'stepUp', 'signOn'] as const;
/** What is shown with its present value: the policies, and two rules that nobody changes here. */
export type ShownPolicyName = (typeof SHOWN_POLICIES)[number];

/** Policies as typed: numbers as text, one network per line. */
type TypedPolicies = { [K in PolicyName]: string };
/** Policies in force, and the one being changed. */
type Facts = { now: Policies; changes: PolicyName };

const LINES = Array.from({ length: 50 }, (_, line) => `allowedNetworks.${line}`);
const when = (name: PolicyName) => ({ when: (_: TypedPolicies, { changes }: Facts) => changes === name });
const number = (name: PolicyName, least: number, most: number) => ({
  ...({ kind: 'text', numeric: true, most: 5 } as const),
  ...when(name),
  validate: (text: string) =>
    /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most ? null : 'range',
});

export const policyForm: FormDescription<TypedPolicies, Facts, Policies> = {
  blank: { secondFactor: '', idleMinutes: '', absoluteHours: '', passwordLength: '', allowedNetworks: '' },
  fields: {
    secondFactor: { kind: 'own', ...when('secondFactor') },
    idleMinutes: number('idleMinutes', 5, 1440),
    absoluteHours: number('absoluteHours', 1, 720),
    passwordLength: number('passwordLength', 12, 64),
    allowedNetworks: {
      kind: 'lines',
      most: 2_600,
      wire: ['allowedNetworks', ...LINES],
      ...when('allowedNetworks'),
    },
  },
  body: (values, { now, changes }) => ({ ...now, [changes]: READ[changes](values[changes]) }),
};

const READ: { [K in PolicyName]: (text: string) => Policies[K] } = {
  secondFactor: (text) => (text === 'required' ? 'required' : 'optional'),
  idleMinutes: Number,
  absoluteHours: Number,
  passwordLength: Number,
  allowedNetworks: (text) => text.split(/[\s,;]+/).filter((network) => network !== ''),
};

export const typedPolicies = (now: Policies): TypedPolicies => ({
  secondFactor: now.secondFactor,
  idleMinutes: String(now.idleMinutes),
  absoluteHours: String(now.absoluteHours),
  passwordLength: String(now.passwordLength),
  allowedNetworks: now.allowedNetworks.join('\n'),
});
