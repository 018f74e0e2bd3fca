import { useTranslations } from 'next-intl';

const KNOWN = ['email', 'name', 'roles', 'taken', 'unknown'] as const;

/** Words for what is wrong with a field. */
export function useFaultLabels(): (fault: string) => string {
  const t = useTranslations('team.fault');
  return (fault) => t(KNOWN.find((known) => known === fault) ?? 'wrong');
}
