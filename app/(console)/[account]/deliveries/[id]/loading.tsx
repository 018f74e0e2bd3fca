import { useTranslations } from 'next-intl';
import { RecordSkeleton } from '#components/ui/drawer.tsx';

export default function Loading() {
  const t = useTranslations('deliveries.detail');
  return <RecordSkeleton title={t('title')} label={t('loading')} />;
}
