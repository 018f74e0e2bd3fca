import { useTranslations } from 'next-intl';
import { RecordWaiting } from '#components/ui/drawer.tsx';
import { loadingPage } from '../../../page-of.tsx';

function Waiting() {
  const t = useTranslations('customers');
  return <RecordWaiting title={t('title')} words={t('history.loading')} />;
}

export default loadingPage('customers', <Waiting />);
