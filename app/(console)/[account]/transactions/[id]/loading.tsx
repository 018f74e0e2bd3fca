import { useTranslations } from 'next-intl';
import { RecordWaiting } from '#components/ui/record-waiting.tsx';

export default function Loading() {
  const t = useTranslations('transactions');
  return <RecordWaiting title={t('kind.other')} words={t('detail.loading')} />;
}
