'use client';

import { useTranslations } from 'next-intl';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { Connection } from '#lib/connections/queries.ts';
import { DoctorAgain, DoctorResult } from './doctor-result.tsx';
import { useDoctor } from './use-doctor.ts';
import { useSummary } from './use-says.ts';

type Props = { account: Connection; onClose: () => void };

/** Findings of the doctor on one account, and the button that lets it look again. */
export function DoctorSheet({ account: { id, name, slug }, onClose }: Props) {
  const t = useTranslations('doctor');
  const doctor = useDoctor(id, { looks: true });
  const summary = useSummary();
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{t('onlyReads')}</span>
      {doctor.report !== null && <CopyButton value={summary(slug, doctor.report)}>{t('copy')}</CopyButton>}
      <DoctorAgain doctor={doctor} main />
    </>
  );
  const title = t('titleOf', { name });
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <DoctorResult doctor={doctor} />
    </Drawer>
  );
}
