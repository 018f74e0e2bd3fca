'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type PoliciesShown, policyKeys } from '#lib/policies/queries.ts';
import { type PolicyName, policyForm, typedPolicies } from './policy-forms.ts';

type Props = { shown: PoliciesShown; changes: PolicyName; onClose: () => void };

/** One policy is changed; the others stay as they are. */
export function PolicyDialog({ shown, changes, onClose }: Props) {
  const t = useTranslations('policies');
  const toast = useToast();
  const { withoutFactor: _, signOn: __, address, ...now } = shown;
  const facts = { now, changes };
  const form = useOperationForm('PUT /api/settings/policies', policyForm, {
    facts,
    kept: false,
    first: typedPolicies(now),
    words: useFaultLabels(address),
    stale: [policyKeys.all()],
    onDone() {
      toast(t('edit.saved'));
      onClose();
    },
  });
  const unchanged = JSON.stringify(policyForm.body(form.values, facts)) === JSON.stringify(now);
  const { error: factorFault } = form.at('secondFactor');
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
      <p>{t(`signIn.${changes}Words`)}</p>
      <OperationFields
        form={form}
        words={{
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
              {factorFault && <Callout tone="danger" role="alert" title={factorFault} />}
            </>
          ),
        }}
      />
    </OperationForm>
  );
}

function useFaultLabels(address: string | null) {
  const t = useTranslations('policies');
  return (fault: string, field: PolicyName) => {
    if (fault === 'range' || fault === 'network') return t(`fault.${fault}`);
    if (fault !== 'shuts_out') return t('fault.wrong');
    if (field === 'secondFactor') return t('fault.factorOut');
    if (field === 'absoluteHours') return t('fault.lifeOut');
    return t('fault.networkOut', { address: address ?? t('edit.unknownAddress') });
  };
}
