import { getTranslations } from 'next-intl/server';
import { SetUpForm } from '#components/set-up/set-up-form.tsx';
import { Brand } from '#components/shell/brand.tsx';

export default async function SetUpPage({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  const [{ token = '' }, t] = await Promise.all([searchParams, getTranslations('set-up')]);
  return (
    <div className="doors">
      <main className="door door-in">
        <p className="brand">
          <Brand />
        </p>
        <div>
          <h1>{t('title')}</h1>
          <p className="text-ink-3">{t('words')}</p>
        </div>
        <SetUpForm token={token} />
      </main>
    </div>
  );
}
