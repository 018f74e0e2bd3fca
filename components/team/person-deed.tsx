'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useToast } from '#components/ui/toast.tsx';
import { type Link, type Person, teamKeys } from '#lib/team/queries.ts';
import { LinkOnce } from './link-once.tsx';
import { Refusal } from './refusal.tsx';

const DEEDS = {
  renew: ['POST /api/settings/team/{id}/invitation', undefined],
  reset: ['POST /api/settings/team/{id}/reset', undefined],
  signOut: ['POST /api/settings/team/{id}/sign-out', undefined],
  disable: ['PATCH /api/settings/team/{id}', { state: 'disabled' }],
  enable: ['PATCH /api/settings/team/{id}', { state: 'active' }],
} as const;
export type Deed = keyof typeof DEEDS;

type Props = { deed: Deed; person: Person; onClose: () => void };

/** Dialog of a change to one person: says it before, and shows a link that it makes. */
export function PersonDeed({ deed, person, onClose }: Props) {
  const t = useTranslations('team.deeds');
  const toast = useToast();
  const [link, setLink] = useState<Link | null>(null);
  const [endpoint, body] = DEEDS[deed];
  const { id, name, openSessions } = person;
  const act = useOperation(endpoint, {
    params: { id },
    stale: [teamKeys.all()],
    onDone(answer) {
      if ('url' in answer) return setLink(answer);
      toast('ended' in answer ? t('signOut.done', { count: answer.ended }) : t(`${deed as 'enable'}.done`));
      return onClose();
    },
  });
  return (
    <OperationForm
      form={act}
      onSubmit={() => act.submit(body as undefined)}
      onClose={onClose}
      title={t(`${deed}.title`, { name })}
      confirm={t(`${deed}.confirm`)}
      danger={deed === 'disable'}
      refused={act.error !== null && <Refusal error={act.error} />}
      instead={
        link && (
          <LinkOnce
            of={deed === 'reset' ? 'reset' : 'invitation'}
            name={name}
            link={link}
            onClose={onClose}
          />
        )
      }
    >
      <p>{t(`${deed}.words`, { count: openSessions })}</p>
    </OperationForm>
  );
}
