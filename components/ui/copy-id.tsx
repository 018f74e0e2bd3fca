import { CopyButton } from './copy-button.tsx';
import { shortId } from './short-id.ts';

type Props = { value: string; whole?: boolean; label?: string };

/** An id is never shown without its copy button; the title and the copy hold all of it. */
export function CopyId({ value, whole = false, label }: Props) {
  return (
    <span className="id">
      <span className="mono" title={value}>
        {whole ? value : shortId(value)}
      </span>
      <CopyButton value={value} {...(label === undefined ? {} : { label })} />
    </span>
  );
}
