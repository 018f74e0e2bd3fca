import { useTranslations } from 'next-intl';
import type { ResendCounts } from '#lib/resends/contract.ts';
import { type Parts, partsOf } from '#lib/resends/progress.ts';
import styles from './resends.module.css';

const DRAWN = ['delivered', 'waiting', 'failed', 'unknown', 'notTaken'] as const;
const LEGEND = ['delivered', 'waiting', 'failed', 'unknown', 'notTaken', 'toSend'] as const;
/** Said only where there are some. */
const RARE = new Set<keyof Parts>(['unknown', 'notTaken']);

type Props = { counts: ResendCounts; big?: boolean };

/** Delivered, accepted without result, failed, to send: accepted is never drawn as delivered. */
export function JobBar({ counts, big = false }: Props) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(counts);
  return (
    <div
      className={styles.bar}
      data-big={big || undefined}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={parts.whole}
      aria-valuenow={parts.asked}
      aria-label={t('bar', parts)}
      aria-valuetext={t('bar', parts)}
    >
      {DRAWN.map(
        (part) =>
          parts[part] > 0 && (
            <i
              key={part}
              className={styles[part]}
              style={{ width: `${(100 * parts[part]) / Math.max(1, parts.whole)}%` }}
            />
          ),
      )}
    </div>
  );
}

/** In a list: the bar, and in digits what of it was delivered. */
export function JobProgress({ counts }: { counts: ResendCounts }) {
  const t = useTranslations('resends.parts');
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-12 flex-1">
        <JobBar counts={counts} />
      </div>
      <span className="text-xs whitespace-nowrap tabular-nums" aria-hidden="true">
        {t('deliveredOf', partsOf(counts))}
      </span>
    </div>
  );
}

export function JobLegend({ counts }: { counts: ResendCounts }) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(counts);
  return (
    <div className={styles.legend}>
      {LEGEND.map(
        (part) =>
          (parts[part] > 0 || !RARE.has(part)) && (
            <span key={part} className={styles[part]}>
              {t.rich(`${part}Count`, { count: parts[part], b: (words) => <b>{words}</b> })}
            </span>
          ),
      )}
    </div>
  );
}
