import { useTranslations } from 'next-intl';
import { RecordWaiting } from '#components/ui/drawer.tsx';

export default function Loading() {
  const t = useTranslations('deliveries.detail');
  return <RecordWaiting title={t('title')} words={t('loading')} />;
}
