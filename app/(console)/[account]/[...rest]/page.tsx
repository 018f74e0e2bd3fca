import { notFound } from 'next/navigation';

/** An unknown URL of this account: the shell stays around the "not found" page. */
export default function MissingPage(): never {
  notFound();
}
