import { useTranslations } from 'next-intl';
import { CountdownRing } from '#components/ui/countdown-ring.tsx';

/** The wait has an end and says it; the account is never called blocked. */
export function Wait({ left, total, words }: { left: number; total: number; words: string }) {
  const t = useTranslations('sign-in.wait');
  return (
    <div className="panel flex items-center gap-3 p-3">
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-ink" aria-hidden="true">
          {left > 0 ? t('title', { seconds: left }) : t('over')}
        </p>
        <p className="text-xs">{words}</p>
        <p className="sr-only" role="status">
          {left > 0 ? t('title', { seconds: total }) : t('over')}
        </p>
      </div>
    </div>
  );
}
