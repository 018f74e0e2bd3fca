import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonVariants } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';

type Props = {
  /** Why there is no page here for this operator, where that is known. */
  title?: string;
  children?: ReactNode;
};

/**
 * Content of a `not-found.tsx` inside the shell: the address may exist, for somebody else. Every page of the product
 * carries the outermost one: a link of the framework's would be a script of them all.
 */
export function NotFoundPanel({ title, children }: Props) {
  const t = useTranslations('shell.notFound');
  return (
    <Page className="grid content-center">
      <div className="mx-auto w-full max-w-[26rem]">
        <EmptyState
          framed
          alone
          title={title ?? t('title')}
          action={
            <a href="/" className={buttonVariants({})}>
              {t('home')}
            </a>
          }
        >
          {children ?? t('words')}
        </EmptyState>
      </div>
    </Page>
  );
}

/** The same where there is no shell around it. */
export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh">
      <NotFoundPanel />
    </main>
  );
}
