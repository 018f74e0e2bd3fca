import { formatDocument } from '#lib/pix/documents.ts';
import styles from './table.module.css';

/** The other party of a row. */
export function Party({ name, document }: { name: string | null; document: string | null }) {
  return (
    <span className={styles.party}>
      {name !== null && <span data-part="name">{name}</span>}
      {document !== null && <span data-part="document">{formatDocument(document)}</span>}
    </span>
  );
}
