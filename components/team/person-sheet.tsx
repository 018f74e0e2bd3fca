'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { useToast } from '#components/ui/toast.tsx';
import { type Person, type Team, teamKeys } from '#lib/team/queries.ts';
import { Refusal } from './refusal.tsx';
import { RoleFields } from './role-fields.tsx';
import { personForm } from './team-forms.ts';
import { useFaultLabels } from './use-fault-labels.ts';

type Props = { person: Person; accounts: Team['accounts']; onClose: () => void };

/** Name and roles of a person. */
export function PersonSheet({ person, accounts, onClose }: Props) {
  const t = useTranslations('team.change');
  const toast = useToast();
  const form = useOperationForm('PATCH /api/settings/team/{id}', personForm, {
    params: { id: person.id },
    facts: person,
    first: { name: person.name, roles: person.roles },
    words: useFaultLabels(),
    stale: [teamKeys.all()],
    onDone() {
      toast(t('saved'));
      onClose();
    },
  });
  const unchanged = Object.keys(personForm.body(form.values, person)).length === 0;
  return (
    <OperationForm
      form={form}
      as="drawer"
      onSubmit={() => unchanged || form.submit()}
      onClose={onClose}
      title={t('title', { name: person.name })}
      confirm={t('confirm')}
      off={unchanged || !form.good}
      note={unchanged && t('unchanged')}
      refused={!form.saidAtFields && <Refusal error={form.error} />}
    >
      <OperationFields
        form={form}
        words={{
          name: { label: t('name') },
          roles: <RoleFields {...form.at('roles')} accounts={accounts} />,
        }}
      />
    </OperationForm>
  );
}
