import { useTranslations } from 'next-intl';
import { RecordWaiting } from '#components/ui/record-waiting.tsx';

export default function Loading() {
  const t = useTranslations('deliveries.detail');
  return <RecordWaiting title={t('title')} words={t('loading')} />;
}
