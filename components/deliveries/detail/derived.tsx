import { useTranslations } from 'next-intl';
import type { DeliveryLine } from '#lib/deliveries/queries.ts';
import styles from '../deliveries.module.css';

type Props = { delivery: Pick<DeliveryLine, 'derived'>; name: string };

/** Marks what the provider does not say; the reason is in the title and heard. */
export function Derived({ delivery, name }: Props) {
  const t = useTranslations('deliveries.detail');
  if (!delivery.derived.includes(name)) return null;
  const why = t.has(`why.${name}`) ? t(`why.${name}`) : t('why.other');
  const title = t('derivedTitle', { why });
  return (
    <span className={styles.derived} title={title}>
      {t('derived')}
      <span className="sr-only">: {title}</span>
    </span>
  );
}
