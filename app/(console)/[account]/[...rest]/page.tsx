import { notFound } from 'next/navigation';

/** An address of this account that no page answers: said inside the shell. */
export default function MissingPage(): never {
  notFound();
}
