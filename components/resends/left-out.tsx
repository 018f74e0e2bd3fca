import { useLocale, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { leftOut } from '#lib/resends/progress.ts';
import styles from './resends.module.css';

type Props = { counts: Parameters<typeof leftOut>[0] };

/** How many stay out, by reason. */
export function LeftOut({ counts }: Props) {
  const t = useTranslations('resends.out');
  const locale = useLocale();
  return (
    <dl className={styles.outs}>
      {leftOut(counts).map(({ reason, count }) => (
        <Fragment key={reason}>
          <dt>
            <b>{count.toLocaleString(locale)}</b>
          </dt>
          <dd>{t.rich(reason, { id: (words) => <span className="mono">{words}</span> })}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
