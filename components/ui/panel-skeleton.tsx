import { Panel } from './panel.tsx';
import { Skeleton } from './skeleton.tsx';

const WIDTHS = ['60%', '80%', '50%'];

/** A panel that is being read: its title stands, and how much will come is not known. */
export function PanelSkeleton({ title }: { title: string }) {
  return (
    <Panel title={title} busy>
      <div className="grid gap-3">
        {WIDTHS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </Panel>
  );
}
