import { CopyButton } from './copy-button.tsx';
import { shortId } from './short-id.ts';

/** `shown` is how people read it; what is copied is the value itself. */
type Props = { value: string; shown?: string; whole?: boolean; label?: string };

/** An id is never shown without its copy button; the title and the copy hold all of it. */
export function CopyId({ value, shown = value, whole = false, label }: Props) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <span className="mono truncate" title={value}>
        {whole ? shown : shortId(shown)}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
