import { useTranslations } from 'next-intl';

/** A type in words; one that the documents do not have stands as the provider wrote it (`said`). */
export function TypeWords({ type, said }: { type: string | null; said?: string | null | undefined }) {
  const t = useTranslations('transactions.type');
  if (said != null) return said;
  if (type === null) return '–';
  return t.has(type as 'DEPOSIT') ? t(type as 'DEPOSIT') : type;
}

export function MethodWords({ method }: { method: string | null }) {
  const t = useTranslations('transactions.method');
  if (method === null) return '–';
  return t.has(method as 'PIX') ? t(method as 'PIX') : method;
}
