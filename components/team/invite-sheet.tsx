'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { type Link, type Team, teamKeys } from '#lib/team/queries.ts';
import { LinkOnce } from './link-once.tsx';
import { Refusal } from './refusal.tsx';
import { RoleFields } from './role-fields.tsx';
import { inviteForm } from './team-forms.ts';
import { useFaultLabels } from './use-fault-labels.ts';

type Props = { accounts: Team['accounts']; onClose: () => void };

/** Invites a person with their grants; then shows the link, once. */
export function InviteSheet({ accounts, onClose }: Props) {
  const t = useTranslations('team.invite');
  const [made, setMade] = useState<{ email: string; link: Link } | null>(null);
  const form = useOperationForm('POST /api/settings/team', inviteForm, {
    facts: null,
    words: useFaultLabels(),
    stale: [teamKeys.all()],
    onDone: ({ invitation }, { email }) => setMade({ email, link: invitation }),
  });
  return (
    <OperationForm
      form={form}
      as="drawer"
      onSubmit={form.submit}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      refused={!form.saidAtFields && <Refusal error={form.error} />}
      instead={made && <LinkOnce of="invitation" name={made.email} link={made.link} onClose={onClose} />}
    >
      <OperationFields
        form={form}
        words={{
          email: { label: t('email'), focus: true },
          name: { label: t('name'), rule: t('optional'), hint: t('nameHint') },
          roles: <RoleFields {...form.at('roles')} accounts={accounts} />,
        }}
      />
    </OperationForm>
  );
}
