'use client';

import { useTranslations } from 'next-intl';
import { DoctorAgain, DoctorResult } from '#components/doctor/doctor-result.tsx';
import { useDoctor } from '#components/doctor/use-doctor.ts';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connection } from '#lib/connections/queries.ts';
import type { StepOf } from './use-steps.ts';

type Props = { step: StepOf; account: Connection; onSkip: () => void };

/** Findings of the doctor on the first account, in the page itself. It looks when its turn comes. */
export function DoctorPanel({ step: { number, state, href }, account, onSkip }: Props) {
  const t = useTranslations('first-day');
  const open = state === 'open';
  const doctor = useDoctor(account.id, { looks: open });
  if (!open && doctor.report === null) return null;
  return (
    <Panel
      title={t('numbered', { number, title: t('doctor.title') })}
      note={account.name}
      action={<Link href={href}>{t('doctor.whole')}</Link>}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{t('doctor.goesOn')}</span>
          {open && <Button onClick={onSkip}>{t('skip')}</Button>}
          <DoctorAgain doctor={doctor} main={open} />
        </>
      }
    >
      <DoctorResult doctor={doctor} />
    </Panel>
  );
}
