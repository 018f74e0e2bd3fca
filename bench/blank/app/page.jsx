export const dynamic = 'force-dynamic';

/** A page without content, to measure the framework's own weight and time. */
export default function Page() {
  return <p>Guichê</p>;
}
