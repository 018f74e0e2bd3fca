import { getTranslations } from 'next-intl/server';
import { SetUpForm } from '#components/set-up/set-up-form.tsx';
import { Door } from '#components/shell/door.tsx';

export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  const [{ token = '' }, t] = await Promise.all([searchParams, getTranslations('set-up')]);
  return (
    <Door title={t('title')} note={t('words')}>
      <SetUpForm token={token} />
    </Door>
  );
}
