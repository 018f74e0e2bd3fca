export const dynamic = 'force-dynamic';

/** What a page of this framework weighs and takes without anything on it. */
export default function Page() {
  return <p>Guichê</p>;
}
