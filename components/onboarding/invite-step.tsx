'use client';

import { useTranslations } from 'next-intl';
import { LinkOnce } from '#components/team/link-once.tsx';
import { Refusal } from '#components/team/person-deed.tsx';
import type { Invite } from '#components/team/use-invite.ts';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { focusFirstInvalid, PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { ROLES, type Role } from '#lib/auth/permissions.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { StepOf } from './use-steps.ts';

type Props = {
  step: StepOf;
  account: Connection | undefined;
  invite: Invite;
  /** Present only when this is the current step. */
  onSkip?: () => void;
};

/** Invites the second person on this page, with a role on all accounts. */
export function InviteStep({ step: { number }, account, invite: { form }, onSkip }: Props) {
  const t = useTranslations('first-day');
  const roles = useTranslations('shell.roles');
  const above = account?.settings.approvalAbove;
  const { value, onChange } = form.at('roles');
  return (
    <Panel
      title={t('numbered', { number, title: t('team.title') })}
      action={onSkip ? <Button onClick={onSkip}>{t('skip')}</Button> : t('later')}
      local={onSkip === undefined}
    >
      <form
        noValidate
        className="grid min-w-0 grid-cols-1 gap-3"
        aria-label={t('team.title')}
        onSubmit={(event) => {
          event.preventDefault();
          const submitted = event.currentTarget;
          void form.submit().then(() => focusFirstInvalid(submitted));
        }}
      >
        <p>
          {typeof above === 'number'
            ? t.rich('team.wordsAbove', { amount: () => <b>{formatBrl(above)}</b> })
            : t('team.description')}
        </p>
        <div className="flex flex-wrap items-end gap-3 [&>:first-child]:flex-[1_1_10rem]">
          <PlainField
            {...form.at('email')}
            label={t('team.email')}
            type="email"
            inputMode="email"
            maxLength={200}
          />
          <SelectField
            label={t('team.role')}
            value={value[0]?.role ?? ''}
            onChange={(role) => onChange([{ account: '*', role: role as Role }])}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {roles(role)}
              </option>
            ))}
          </SelectField>
          <Button
            type="submit"
            variant={onSkip ? 'main' : 'plain'}
            aria-busy={form.busy || undefined}
            aria-disabled={form.held || undefined}
          >
            {t('team.go')}
          </Button>
        </div>
        <p className="text-xs text-ink-3">{t('team.scope')}</p>
        {!form.shownAtFields && <Refusal error={form.error} />}
      </form>
    </Panel>
  );
}

/** Link of the new invitation, outside its step, which disappears once a second person exists. */
export function InvitationSent({ invite: { sent, close } }: Pick<Props, 'invite'>) {
  const t = useTranslations('first-day.team');
  if (sent === null) return null;
  return (
    <Panel title={t('made')}>
      <LinkOnce of="invitation" name={sent.email} link={sent.link} onClose={close} />
    </Panel>
  );
}
