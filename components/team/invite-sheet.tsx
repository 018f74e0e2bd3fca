'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import type { Team } from '#lib/team/queries.ts';
import { LinkOnce } from './link-once.tsx';
import { Refusal } from './refusal.tsx';
import { RoleFields } from './role-fields.tsx';
import { useInvite } from './use-invite.ts';

type Props = { accounts: Team['accounts']; onClose: () => void };

/** Invites a person with their grants; then shows the link, once. */
export function InviteSheet({ accounts, onClose }: Props) {
  const t = useTranslations('team.invite');
  const { form, made } = useInvite();
  return (
    <OperationForm
      form={form}
      as="drawer"
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
