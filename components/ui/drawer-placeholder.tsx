import { drawerClasses } from './layer-styles.ts';
import { Skeleton } from './skeleton.tsx';

const LINES = ['40%', '70%', '55%', '65%', '45%'];

/** The frame of a drawer or sheet while its code comes: its head and first lines, where they will stand. */
export function DrawerPlaceholder() {
  return (
    <aside className={drawerClasses.frame} aria-busy="true">
      <header className={drawerClasses.head}>
        <Skeleton width="9rem" />
      </header>
      <div className={drawerClasses.body}>
        <section className="grid gap-4">
          {LINES.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </section>
      </div>
    </aside>
  );
}
