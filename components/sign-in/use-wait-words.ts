import { useTranslations } from 'next-intl';

/** A wait as it is said: '42 s', '1 min 42 s', '15 min'. */
export function useWaitWords(): (seconds: number) => string {
  const t = useTranslations('sign-in.wait');
  return (seconds) => t('time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }).trim();
}
