import { cn } from './cn.ts';
import { Page, PageHeader } from './page.tsx';
import { panelVariants } from './panel-variants.ts';
import { Skeleton } from './skeleton.tsx';

const WIDTHS = ['9rem', '60%', '40%', '50%'];

/** A record's page while it is fetched; the server draws it, and the browser needs no script for it. */
export function RecordWaiting({ title, words }: { title: string; words: string }) {
  return (
    <>
      <PageHeader>
        <h1>{title}</h1>
      </PageHeader>
      <Page>
        <section className={cn(panelVariants(), 'grid gap-3 p-panel')} aria-busy="true" aria-label={words}>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} className="my-1" />
          ))}
        </section>
      </Page>
    </>
  );
}
