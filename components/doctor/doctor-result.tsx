'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ReportView } from './report-view.tsx';
import type { Doctor } from './use-doctor.ts';

/** Findings of the doctor, or that it is looking. */
export function DoctorResult({ doctor: { report, looking, error } }: { doctor: Doctor }) {
  return (
    <section className="border-0" aria-live="polite" aria-busy={looking || undefined}>
      {error !== null && <ErrorCard error={error} />}
      {report !== null && <ReportView report={report} />}
      {report === null && error === null && <Looking />}
    </section>
  );
}

/** Lets it look again. */
export function DoctorAgain({ doctor: { well, look, looking }, main }: { doctor: Doctor; main: boolean }) {
  const t = useTranslations('doctor');
  return (
    <Button
      variant={main ? 'main' : 'plain'}
      onClick={look}
      disabled={looking}
      aria-busy={looking || undefined}
    >
      {looking ? t('running') : t(well ? 'run' : 'again')}
    </Button>
  );
}

function Looking() {
  const t = useTranslations('doctor');
  return (
    <div className="grid gap-2">
      <p className="text-ink-3">{t('running')}</p>
      <Skeleton width="90%" />
      <Skeleton width="70%" />
      <Skeleton width="80%" />
    </div>
  );
}
