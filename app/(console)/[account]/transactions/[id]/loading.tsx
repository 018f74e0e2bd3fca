import { useTranslations } from 'next-intl';
import { RecordSkeleton } from '#components/ui/drawer.tsx';

export default function Loading() {
  const t = useTranslations('transactions');
  return <RecordSkeleton title={t('kind.other')} label={t('detail.loading')} />;
}
